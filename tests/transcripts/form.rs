//! The forms of a prompt: where a program waits for a line, and where a transcript shows it.

/// Where the line that answers a prompt is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind the prompt, on its line.
    Behind,
    /// On the line below, which is all the person's.
    Below,
}

/// A form of a prompt.
#[derive(Debug)]
pub struct Form {
    /// What it looks like: `<mode>` is a word of small letters, `<S>` one capital letter, all other
    /// characters are themselves.
    pub shape: &'static str,
    /// Where the answer is typed.
    pub place: Place,
}

/// All forms. A program that reads from a pipe prints the prompt and a line break; the answer is
/// shown in transcripts only.
pub const FORMS: [Form; 6] = [
    Form::new("<mode>> ", Place::Behind),
    Form::new("<mode> game <S>> ", Place::Behind),
    Form::new(" from: ", Place::Behind),
    Form::new(" to: ", Place::Behind),
    Form::new("N is:", Place::Below),
    Form::new("Colour is:", Place::Below),
];

impl Form {
    const fn new(shape: &'static str, place: Place) -> Self {
        Form { shape, place }
    }

    /// The length of the prompt at the beginning of a line.
    fn length_in(&self, line: &str) -> Option<usize> {
        let (mut shape, mut rest) = (self.shape, line);
        while let Some(next) = shape.chars().next() {
            if let Some(more) = shape.strip_prefix("<mode>") {
                let word = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
                if word.len() == rest.len() {
                    return None;
                }
                (shape, rest) = (more, word);
            } else if let Some(more) = shape.strip_prefix("<S>") {
                rest = rest.strip_prefix(|c: char| c.is_ascii_uppercase())?;
                shape = more;
            } else {
                rest = rest.strip_prefix(next)?;
                shape = &shape[next.len_utf8()..];
            }
        }
        Some(line.len() - rest.len())
    }
}

/// A line that begins with a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompted<'a> {
    pub prompt: &'a str,
    pub place: Place,
    /// What stands behind the prompt.
    pub rest: &'a str,
}

/// Splits a line behind its prompt, if it has one.
pub fn split(line: &str) -> Option<Prompted<'_>> {
    FORMS.iter().find_map(|form| {
        let (prompt, rest) = line.split_at(form.length_in(line)?);
        (form.place == Place::Behind || rest.is_empty()).then_some(Prompted {
            prompt,
            place: form.place,
            rest,
        })
    })
}

/// Whether a line is a prompt that has lost the blank at its end.
pub fn is_stripped(line: &str) -> bool {
    split(line).is_none() && split(&format!("{line} ")).is_some_and(|found| found.rest.is_empty())
}

#[test]
fn prompts_are_told_from_answers() {
    let found = |line| split(line).map(|found| (found.prompt, found.rest));
    assert_eq!(found("tafl> :start"), Some(("tafl> ", ":start")));
    assert_eq!(
        found("tafl game L> :move a1 a2"),
        Some(("tafl game L> ", ":move a1 a2"))
    );
    assert_eq!(found("tafl> "), Some(("tafl> ", "")));
    assert_eq!(
        found("countdown game X> 3"),
        Some(("countdown game X> ", "3"))
    );
    assert_eq!(found(" from: 5"), Some((" from: ", "5")));
    assert_eq!(found("N is:"), Some(("N is:", "")));
    for line in [
        "",
        "> ",
        "Starting Game.",
        "tafl>",
        "Tafl> ",
        "tafl game LL> ",
        "tafl game l> ",
        "tafl Game L> ",
        "from: 5",
        "N is: 3",
        "State saved in tafl> ",
    ] {
        assert_eq!(found(line), None, "{line:?}");
    }
}

#[test]
fn a_lost_blank_is_noticed() {
    assert!(is_stripped("tafl>") && is_stripped("tafl game O>") && is_stripped(" to:"));
    assert!(!is_stripped("tafl> ") && !is_stripped("N is:") && !is_stripped("Good Bye!"));
}
