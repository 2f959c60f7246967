//! Moves as people type them elsewhere.

/// So many numbers with anything usual between them, as words: `5-10` as `5 10`.
///
/// ```
/// use game::play::numbers;
/// assert_eq!(numbers("5-10", 2).as_deref(), Some("5 10"));
/// assert_eq!(numbers("5, 10", 2).as_deref(), Some("5 10"));
/// assert_eq!(numbers("5", 2), None);
/// assert_eq!(numbers("quit", 1), None);
/// ```
#[must_use]
pub fn numbers(text: &str, count: usize) -> Option<String> {
    let words: Vec<&str> = text
        .split([' ', '-', ',', '>', 'x', ':'])
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &&str| word.len() <= 20 && word.bytes().all(|b| b.is_ascii_digit());
    (words.len() == count && words.iter().all(number)).then(|| words.join(" "))
}
