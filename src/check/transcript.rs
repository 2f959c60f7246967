//! Parses transcripts, and writes them back to the same bytes.

use std::fmt;

use super::escape;
use super::prompt;
use super::stage::check_name;
use crate::os::words;

/// Shown after a last line without a line break.
pub(super) const NO_LINE_BREAK: &str = "(the line break at the end is missing)";

/// Marks a prompt after which the program itself prints a line, as `:read` does: nothing is typed
/// there.
const ECHOED: char = '\\';

/// The command that makes a file of the lines below it.
const MAKE_FILE: &str = "cat > ";

/// A file: what it is about, and the commands with what they print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The lines at the top that begin with `#`.
    pub about: Vec<String>,
    /// The commands, in order.
    pub steps: Vec<Step>,
}

/// A command after `$ ` and the screen below it, until the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The command as it is typed at a shell.
    pub command: String,
    /// The screen below it.
    pub screen: Vec<Shown>,
}

/// One thing on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A line that the program prints.
    Output(String),
    /// A prompt, and the answer typed there.
    Prompt {
        /// The prompt. If it ends in a line break, the answer is on the next line.
        prompt: String,
        /// The answer, with escapes.
        typed: String,
    },
}

impl Transcript {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is not a transcript. The message names the line.
    pub fn parse(text: &str) -> Result<Transcript, String> {
        let Some(text) = text.strip_suffix('\n') else {
            return Err("the last line has no line break".to_owned());
        };
        let mut lines = text.split('\n').zip(1..).peekable();
        let mut about = Vec::new();
        while let Some((line, _)) = lines.next_if(|(line, _)| line.starts_with('#')) {
            about.push(line.to_owned());
        }
        let mut steps: Vec<Step> = Vec::new();
        while let Some((line, number)) = lines.next() {
            if let Some(command) = line.strip_prefix("$ ") {
                let step = Step::new(command);
                step.check_words()
                    .map_err(|why| format!("line {number}: {why}"))?;
                steps.push(step);
                continue;
            }
            let step = steps
                .last_mut()
                .ok_or_else(|| format!("line {number}: before the first command `$ …`"))?;
            if step.makes_file().is_some() {
                step.screen.push(Shown::prompt("", line));
                continue;
            }
            if step.is_game() && prompt::is_stripped(line) {
                return Err(format!("line {number}: the prompt has lost its blank"));
            }
            if step.is_game()
                && let Some(echoed) = line.strip_prefix(ECHOED)
                && prompt::split(echoed).is_some()
            {
                step.screen.push(Shown::Output(echoed.to_owned()));
                continue;
            }
            let shown = match prompt::split(line).filter(|_| step.is_game()) {
                None => Shown::Output(line.to_owned()),
                Some((prompt, _)) if prompt.ends_with('\n') => {
                    let typed = lines.next().map(|(typed, _)| typed);
                    let missing = || format!("line {number}: nothing is typed below");
                    Shown::prompt(prompt, typed.ok_or_else(missing)?)
                }
                Some((prompt, typed)) => Shown::prompt(prompt, typed),
            };
            step.screen.push(shown);
        }
        for step in &steps {
            step.input()
                .map_err(|why| format!("$ {}: {why}", step.command))?;
        }
        Ok(Transcript { about, steps })
    }
}

impl Shown {
    /// A prompt with its answer.
    #[must_use]
    pub fn prompt(prompt: &str, typed: &str) -> Self {
        Shown::Prompt {
            prompt: prompt.to_owned(),
            typed: typed.to_owned(),
        }
    }
}

impl Step {
    /// A command with nothing below it yet.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Step {
            command: command.to_owned(),
            screen: Vec::new(),
        }
    }

    /// A command that makes a file.
    #[must_use]
    pub fn file(name: &str, content: &[u8]) -> Self {
        let lines = escape::lines(content);
        Step {
            command: format!("{MAKE_FILE}{name}"),
            screen: lines.iter().map(|line| Shown::prompt("", line)).collect(),
        }
    }

    /// The name of the file that this step makes, if it makes one.
    #[must_use]
    pub fn makes_file(&self) -> Option<&str> {
        self.command.strip_prefix(MAKE_FILE)
    }

    /// Whether the program that is tested runs, and not a tool.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.command == "game" || self.command.starts_with("game ")
    }

    /// Checks the quotes of a command, and that a tool names no file outside its folder.
    fn check_words(&self) -> Result<(), String> {
        if let Some(name) = self.makes_file() {
            return check_name(name);
        }
        let words = words::split(&self.command)?;
        let mut names = words.iter().filter(|_| !self.is_game());
        names.try_for_each(|name| check_name(name))
    }

    /// Everything typed, in order.
    pub fn typed(&self) -> impl Iterator<Item = &str> {
        self.screen.iter().filter_map(|shown| match shown {
            Shown::Prompt { typed, .. } => Some(typed.as_str()),
            Shown::Output(_) => None,
        })
    }

    /// The bytes of standard input.
    ///
    /// # Errors
    /// When an escape is unknown.
    pub fn input(&self) -> Result<Vec<u8>, String> {
        escape::input(self.typed())
    }

    /// The bytes of standard output. A pipe echoes nothing.
    #[must_use]
    pub fn output(&self) -> Vec<u8> {
        let mut all = Vec::new();
        if self.makes_file().is_some() {
            return all;
        }
        for shown in &self.screen {
            let (Shown::Output(line) | Shown::Prompt { prompt: line, .. }) = shown;
            all.extend(line.as_bytes());
            all.push(b'\n');
        }
        all
    }

    /// The same command with this output, what this step types shown at its prompts. Where the
    /// program asks for more, it meets the end of input.
    #[must_use]
    pub fn with_output(&self, output: &[u8]) -> Step {
        if self.makes_file().is_some() {
            return self.clone();
        }
        let mut typed = self.typed();
        let mut step = Step::new(&self.command);
        let visible = |line: &[u8]| match str::from_utf8(line) {
            Ok(text) => text.to_owned(),
            Err(_) => line.escape_ascii().to_string(),
        };
        let mut lines: Vec<String> = output.split(|&byte| byte == b'\n').map(visible).collect();
        // The last line ends with a line break, so an empty piece follows.
        match lines.last() {
            Some(last) if last.is_empty() => _ = lines.pop(),
            _ => lines.push(NO_LINE_BREAK.to_owned()),
        }
        let mut lines = lines.into_iter().peekable();
        while let Some(line) = lines.next() {
            let prompt = prompt::split(&line)
                .filter(|(_, rest)| step.is_game() && rest.is_empty())
                .filter(|(prompt, _)| {
                    !prompt.ends_with('\n') || lines.next_if(String::is_empty).is_some()
                });
            let shown = match prompt {
                Some((prompt, _)) => Shown::prompt(prompt, typed.next().unwrap_or(escape::END)),
                None => Shown::Output(line),
            };
            step.screen.push(shown);
        }
        step
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Output(line) => f.write_str(line),
            Shown::Prompt { prompt, typed } => write!(f, "{prompt}{typed}"),
        }
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.about {
            writeln!(f, "{line}")?;
        }
        self.steps.iter().try_for_each(|step| write!(f, "{step}"))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "$ {}", self.command)?;
        self.screen.iter().try_for_each(|shown| match shown {
            Shown::Output(line) if self.is_game() && prompt::split(line).is_some() => {
                writeln!(f, "{ECHOED}{line}")
            }
            _ => writeln!(f, "{shown}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = "\
# A session.
# \"It is cited.\"
$ game --test
tafl> :start
Starting Game.
tafl game O> 

tafl> :save \\x41
\\tafl> :read by the program
tafl> ^D
Good Bye!
$ cat A
tafl> not typed
$ game --mode crusher
N is:
3
 from: 5
";

    #[test]
    fn what_is_parsed_is_printed_again() {
        let transcript = Transcript::parse(SESSION).unwrap();
        assert_eq!(transcript.to_string(), SESSION);
        let typed: Vec<Vec<&str>> = transcript
            .steps
            .iter()
            .map(|step| step.typed().collect())
            .collect();
        assert_eq!(
            typed,
            [
                vec![":start", "", ":save \\x41", "^D"],
                vec![],
                vec!["3", "5"]
            ]
        );
    }

    #[test]
    fn what_is_typed_is_not_printed_by_the_program() {
        let transcript = Transcript::parse(SESSION).unwrap();
        let [game, cat, asking] = &transcript.steps[..] else {
            panic!("three commands");
        };
        assert_eq!(
            game.output(),
            b"tafl> \nStarting Game.\ntafl game O> \n\ntafl> \ntafl> :read by the program\ntafl> \nGood Bye!\n"
        );
        assert_eq!(game.input().unwrap(), b":start\n\n:save A\n");
        assert_eq!(cat.output(), b"tafl> not typed\n");
        assert_eq!(asking.output(), b"N is:\n\n from: \n");
    }

    #[test]
    fn output_and_typed_text_make_the_step_again() {
        for step in &Transcript::parse(SESSION).unwrap().steps {
            assert_eq!(&step.with_output(&step.output()), step);
        }
    }

    #[test]
    fn other_output_makes_another_step() {
        let step = &Transcript::parse(SESSION).unwrap().steps[0];
        assert_eq!(
            step.with_output(b"tafl> \ntafl> \nBye\n").to_string(),
            "$ game --test\ntafl> :start\ntafl> \nBye\n"
        );
        assert_eq!(
            step.with_output(b"a\xff\ntafl> ").to_string(),
            "$ game --test\na\\xff\ntafl> :start\n(the line break at the end is missing)\n"
        );
        assert_eq!(step.with_output(b"").to_string(), "$ game --test\n");
        assert_eq!(step.with_output(b"\n").to_string(), "$ game --test\n\n");
    }

    #[test]
    fn a_file_can_be_made_of_typed_lines() {
        let text = "$ cat > a.csv\nO to play\ntafl> \\xff^D\n$ cat a.csv\n";
        let transcript = Transcript::parse(text).unwrap();
        let step = &transcript.steps[0];
        assert_eq!(step.makes_file(), Some("a.csv"));
        assert_eq!(step.input().unwrap(), b"O to play\ntafl> \xff");
        assert_eq!(step.output(), b"");
        assert_eq!(transcript.to_string(), text);
        assert_eq!(*step, Step::file("a.csv", b"O to play\ntafl> \xff"));
        assert_eq!(step.with_output(b""), *step);
    }

    #[test]
    fn a_tool_works_in_the_folder_of_the_transcript_alone() {
        for command in [
            "cat > /tmp/x",
            "cat > a/../../x",
            "cp '/tmp/x' a",
            "rm \"../x y\"",
            "ln -s /etc a",
        ] {
            let said = Transcript::parse(&format!("# about\n$ {command}\n")).unwrap_err();
            assert!(said.starts_with("line 2: "), "{command}: {said}");
            assert!(said.contains("is not in the folder"), "{command}: {said}");
        }
        assert!(Transcript::parse("$ game --state ../x\n").is_ok());
    }

    #[test]
    fn a_file_that_is_no_transcript_is_refused() {
        for (text, why) in [
            ("", "line break"),
            ("$ game", "line break"),
            ("tafl> :start\n", "line 1: before"),
            ("# about\n\n$ game\n", "line 2: before"),
            ("$ game\ntafl>\n", "line 2: the prompt has lost"),
            ("$ game\nN is:\n", "line 2: nothing is typed"),
            ("$ game\ntafl> \\q\n", "escape"),
            ("$ game 'x\n", "line 1: a quotation mark"),
            ("$ game\n$ cat 'x\n", "line 2: a quotation mark"),
            (
                "$ game\ntafl> ^D\ntafl> :exit\n",
                "after the input has ended",
            ),
        ] {
            let said = Transcript::parse(text).unwrap_err();
            assert!(said.contains(why), "{text:?}: {said}");
        }
    }
}
