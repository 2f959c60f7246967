//! What the command line asks for, in the words that all tests are asked in.

use std::ffi::OsString;

/// The name that all faults together have in a list of tests.
const ALL: &str = "every_fault_is_found";

/// The options of a test that have a value in the next word.
const WITH_VALUE: [&str; 7] = [
    "--color",
    "--format",
    "--logfile",
    "--shuffle-seed",
    "--skip",
    "--test-threads",
    "-Z",
];

/// Which faults are to be tried.
#[derive(Default)]
// Each is an option of its own.
#[allow(clippy::struct_excessive_bools)]
pub struct Wanted {
    list: bool,
    terse: bool,
    only_ignored: bool,
    exact: bool,
    filters: Vec<String>,
    skipped: Vec<String>,
}

impl Wanted {
    pub fn parse(words: impl Iterator<Item = OsString>) -> Self {
        let mut words = words.map(|word| word.display().to_string());
        let mut wanted = Wanted::default();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) if word.starts_with('-') => (name, Some(value.to_owned())),
                _ => (&*word, None),
            };
            let value = match value {
                None if WITH_VALUE.contains(&name) => words.next(),
                value => value,
            };
            match (name, value) {
                ("--list", _) => wanted.list = true,
                ("--format", Some(format)) => wanted.terse = format == "terse",
                ("-q" | "--quiet", _) => wanted.terse = true,
                ("--ignored", _) => wanted.only_ignored = true,
                ("--exact", _) => wanted.exact = true,
                ("--skip", skipped) => wanted.skipped.extend(skipped),
                (option, _) if option.starts_with('-') => {}
                _ => wanted.filters.push(word),
            }
        }
        wanted
    }

    /// The list of tests, if that is asked for. No fault is one of its own: each would make all the
    /// sessions again.
    pub fn list(&self) -> Option<String> {
        let count = usize::from(self.takes_all());
        let tests = format!("{ALL}: test\n").repeat(count);
        let plural = if count == 1 { "" } else { "s" };
        let summary = format!("\n{count} test{plural}, 0 benchmarks\n");
        self.list
            .then(|| tests + if self.terse { "" } else { &summary })
    }

    /// Whether all faults are to be tried, but for those that are skipped by their own names.
    pub fn takes_all(&self) -> bool {
        self.takes(ALL)
    }

    /// Whether a fault is to be tried.
    pub fn takes(&self, fault: &str) -> bool {
        let fits = |filter: &String| {
            [fault, ALL].into_iter().any(|name| {
                if self.exact {
                    name == filter
                } else {
                    name.contains(filter)
                }
            })
        };
        !self.only_ignored
            && (self.filters.is_empty() || self.filters.iter().any(fits))
            && !self.skipped.iter().any(fits)
    }
}
