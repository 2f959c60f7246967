//! Splits command lines.

/// Splits a command line into words. Blanks between quotes (`'` or `"`) do not separate words.
///
/// # Errors
/// When a quotation mark is not closed.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c == ' ' => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quotation mark in {command:?} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_quoted() {
        let split = |text| split(text).unwrap();
        assert_eq!(split("game  --test"), ["game", "--test"]);
        assert_eq!(
            split(r#"game '["W-B"]' "a b"c "" W"#),
            ["game", r#"["W-B"]"#, "a bc", "", "W"]
        );
        assert!(super::split("game 'oh").is_err());
    }
}
