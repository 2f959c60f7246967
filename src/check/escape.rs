//! Converts between the typed text of a transcript and the bytes of standard input.

/// Typed at a prompt, ends the input.
pub const END: &str = "^D";

/// Returns the bytes of all typed lines of a session.
///
/// # Errors
/// When an escape is unknown, or something is typed after the end of input.
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

/// Resolves the escapes of a line: `\r`, `\t`, `\\`, `\xNN`.
fn bytes(typed: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut rest = typed;
    while let Some((plain, escape)) = rest.split_once('\\') {
        out.extend(plain.as_bytes());
        let is_hex = |digit: &u8| digit.is_ascii_hexdigit();
        let (byte, length) = match escape.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', high, low, ..] if is_hex(high) && is_hex(low) => {
                let byte = u8::from_str_radix(&escape[1..3], 16);
                (byte.unwrap_or_default(), 3)
            }
            _ => {
                let escapes = "\\r, \\t, \\\\ or \\x and two digits";
                return Err(format!("an escape in {typed:?} is not {escapes}"));
            }
        };
        out.push(byte);
        rest = &escape[length..];
    }
    out.extend(rest.as_bytes());
    Ok(out)
}

/// Returns the lines of a transcript that type this text.
#[must_use]
pub fn lines(text: &str) -> Vec<String> {
    let escaped = text.replace('\\', "\\\\");
    let mut lines: Vec<String> = escaped.split('\n').map(str::to_owned).collect();
    // A trailing line break begins no new line.
    match lines.pop() {
        Some(last) if !last.is_empty() => lines.push(last + END),
        _ => {}
    }
    lines
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
    fn text_round_trips_through_lines() {
        for text in ["", "\n", "a\n\nb", "a\nb\n", "\\x\n"] {
            let lines = lines(text);
            let again = input(lines.iter().map(String::as_str)).unwrap();
            assert_eq!(again, text.as_bytes(), "{lines:?}");
        }
    }
}
