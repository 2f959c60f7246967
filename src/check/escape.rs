//! The typed text of a transcript and the bytes of standard input, from one to the other.

/// Typed at a prompt: the input ends here.
pub const END: &str = "^D";

/// The bytes that all typed lines of a session make together.
///
/// # Errors
/// When an escape is not known, or something is typed after the end of input.
pub fn input<'a>(typed: impl Iterator<Item = &'a str>) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    let mut ended = false;
    for line in typed {
        if ended && line != END {
            return Err(format!("{line:?} is typed after the input has ended"));
        }
        if let Some(text) = line.strip_suffix(END) {
            all.extend(bytes(text)?);
            ended = true;
        } else {
            all.extend(bytes(line)?);
            all.push(b'\n');
        }
    }
    Ok(all)
}

/// The bytes of one line, its escapes resolved: `\r`, `\t`, `\\`, `\xNN`.
fn bytes(typed: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut rest = typed;
    while let Some(at) = rest.find('\\') {
        out.extend(&rest.as_bytes()[..at]);
        let escape = &rest[at + 1..];
        let (byte, length) = match escape.chars().next() {
            Some('r') => (b'\r', 1),
            Some('t') => (b'\t', 1),
            Some('\\') => (b'\\', 1),
            Some('x') => (hexadecimal(escape.get(1..3), typed)?, 3),
            _ => {
                return Err(format!(
                    "an escape in {typed:?} is none of \\r \\t \\\\ \\xNN"
                ));
            }
        };
        out.push(byte);
        rest = &escape[length..];
    }
    out.extend(rest.as_bytes());
    Ok(out)
}

/// Lines of a transcript that make these bytes when they are typed.
#[must_use]
pub fn lines(bytes: &[u8]) -> Vec<String> {
    let (ended, end) = match bytes.strip_suffix(b"\n") {
        Some(ended) => (ended, ""),
        None if bytes.is_empty() => return Vec::new(),
        None => (bytes, END),
    };
    let mut lines: Vec<String> = ended.split(|&byte| byte == b'\n').map(line).collect();
    if let Some(last) = lines.last_mut() {
        last.push_str(end);
    }
    lines
}

/// The text that makes the bytes of one line when it is typed.
#[must_use]
pub fn line(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c if c.is_control() => {
                    let mut buffer = [0; 4];
                    for byte in c.encode_utf8(&mut buffer).bytes() {
                        out.push_str(&hexadecimal_of(byte));
                    }
                }
                c => out.push(c),
            }
        }
        for &byte in chunk.invalid() {
            out.push_str(&hexadecimal_of(byte));
        }
    }
    // What would mean something else at these places.
    if let Some(rest) = out.strip_prefix("$ ") {
        out = format!("\\x24 {rest}");
    }
    if let Some(rest) = out.strip_suffix(END) {
        out = format!("{rest}\\x5eD");
    }
    out
}

fn hexadecimal_of(byte: u8) -> String {
    format!("\\x{byte:02x}")
}

fn hexadecimal(digits: Option<&str>, typed: &str) -> Result<u8, String> {
    digits
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
        .and_then(|digits| u8::from_str_radix(digits, 16).ok())
        .ok_or_else(|| format!("\\x in {typed:?} is not followed by two digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_bytes() {
        assert_eq!(bytes(r"a\r\t\\\xffλ").unwrap(), b"a\r\t\\\xff\xce\xbb");
        for wrong in [r"\", r"\n", r"\x", r"\x1", r"\xgg", r"\x+1", r"\λ"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_end_of_input_ends_the_last_line_without_a_line_break() {
        let input = |typed: &[&str]| super::input(typed.iter().copied());
        assert_eq!(input(&["a", "", "b"]).unwrap(), b"a\n\nb\n");
        assert_eq!(input(&["a", "^D"]).unwrap(), b"a\n");
        assert_eq!(input(&["a^D", "^D"]).unwrap(), b"a");
        assert!(input(&["^D", "a"]).is_err());
        assert!(input(&["a^D", "b^D"]).is_err());
    }

    #[test]
    fn bytes_become_lines_that_make_the_same_bytes() {
        for text in [
            &b""[..],
            b"\n",
            b"a\n\nb",
            b"a\nb\n",
            b"\xff\x00\r\t\\ \xce\xbb\xc2\x85\n",
            b"$ game\nx^D\n^D",
        ] {
            let lines = lines(text);
            assert!(
                lines.iter().all(|line| !line.starts_with("$ ")),
                "{lines:?}"
            );
            let again = input(lines.iter().map(String::as_str)).unwrap();
            assert_eq!(again, text, "{lines:?}");
        }
    }
}
