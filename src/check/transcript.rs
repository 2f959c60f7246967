//! Parses transcripts.

use super::escape;
use super::prompt;
use crate::os::words;

/// Marks a prompt after which the program itself prints a line, as `:read` does, and nothing is
/// typed.
pub const ECHOED: char = '\\';

/// The command that writes the lines below it to a file.
pub const MAKE_FILE: &str = "cat > ";

/// A transcript: a comment, and commands with their output.
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
    /// The screen below it. The first turn is the text before the first prompt.
    pub turns: Vec<Turn>,
}

/// A typed line with the prompt before it and the answer after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The prompt. If it ends in a line break, the typed line is below it.
    pub prompt: String,
    /// The typed line, with escapes.
    pub typed: String,
    /// The lines of the answer.
    pub answer: Vec<String>,
    /// Whether the answer is not counted, and a wrong one does not stop judging.
    pub is_aside: bool,
    /// Another right answer, since the text leaves it open.
    pub other: Option<String>,
}

impl Transcript {
    /// Parses the text of a file.
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
            let at = |why: &str| format!("line {number}: {why}");
            if let Some(command) = line.strip_prefix("$ ") {
                words::split(command).map_err(|why| at(&why))?;
                steps.push(Step::new(command));
                continue;
            }
            let step = steps.last_mut();
            let step = step.ok_or_else(|| at("before the first command `$ …`"))?;
            let echoed = line.strip_prefix(ECHOED);
            let echoed = echoed.filter(|line| prompt::split(line).is_some());
            match prompt::split(line).filter(|_| step.is_game()) {
                Some((prompt, _)) if prompt.ends_with('\n') => {
                    let typed = lines.next().map(|(typed, _)| typed);
                    let typed = typed.ok_or_else(|| at("nothing is typed below"))?;
                    step.turns.push(Turn::new(prompt, typed));
                }
                Some((prompt, typed)) => step.turns.push(Turn::new(prompt, typed)),
                None => {
                    let line = echoed.filter(|_| step.is_game()).unwrap_or(line);
                    step.print(&format!("{line}\n"));
                }
            }
        }
        for step in &steps {
            step.input()
                .map_err(|why| format!("$ {}: {why}", step.command))?;
        }
        Ok(Transcript { about, steps })
    }
}

impl Turn {
    /// Creates a turn without an answer.
    #[must_use]
    pub fn new(prompt: &str, typed: &str) -> Self {
        Turn {
            prompt: prompt.to_owned(),
            typed: typed.to_owned(),
            ..Turn::default()
        }
    }

    /// Returns the first typed word.
    #[must_use]
    pub fn word(&self) -> &str {
        self.typed.split_ascii_whitespace().next().unwrap_or("")
    }
}

impl Step {
    /// Creates a step without output.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Step {
            command: command.to_owned(),
            turns: vec![Turn::default()],
        }
    }

    /// Appends output of the program.
    pub fn print(&mut self, text: &str) {
        let last = self.turns.len() - 1;
        let lines = text.split_terminator('\n').map(str::to_owned);
        self.turns[last].answer.extend(lines);
    }

    /// Returns the name of the file that this step writes, if any.
    #[must_use]
    pub fn makes_file(&self) -> Option<&str> {
        self.command.strip_prefix(MAKE_FILE)
    }

    /// Whether this step runs the tested program, not a tool.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.command == "game" || self.command.starts_with("game ")
    }

    /// Iterates over everything typed, in order, including the lines of a file.
    pub fn typed(&self) -> impl Iterator<Item = &str> {
        let file = self
            .turns
            .iter()
            .take(usize::from(self.makes_file().is_some()));
        let file = file.flat_map(|turn| &turn.answer);
        let typed = self.turns.iter().skip(1).map(|turn| &turn.typed);
        file.chain(typed).map(String::as_str)
    }

    /// Returns the bytes of standard input.
    ///
    /// # Errors
    /// When an escape is unknown.
    pub fn input(&self) -> Result<Vec<u8>, String> {
        escape::input(self.typed())
    }

    /// Returns the text that a tool prints.
    #[must_use]
    pub fn printed(&self) -> String {
        self.turns[0]
            .answer
            .iter()
            .flat_map(|line| [line, "\n"])
            .collect()
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
    fn typed_lines_follow_prompts_and_make_files() {
        let transcript = Transcript::parse(SESSION).unwrap();
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
        assert_eq!(transcript.steps[0].input().unwrap(), b":start\n\n:save A\n");
        assert_eq!(transcript.steps[1].printed(), "tafl> not typed\n");
        let text = "$ cat > a.csv\nO to play\ntafl> \\xff^D\n$ cat a.csv\n";
        let step = &Transcript::parse(text).unwrap().steps[0];
        assert_eq!(step.makes_file(), Some("a.csv"));
        assert_eq!(step.input().unwrap(), b"O to play\ntafl> \xff");
    }

    #[test]
    fn files_that_are_not_transcripts_are_rejected() {
        for (text, why) in [
            ("", "line break"),
            ("$ game", "line break"),
            ("tafl> :start\n", "line 1: before"),
            ("# about\n\n$ game\n", "line 2: before"),
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
