//! "Did you mean …": the known name that is closest to a mistyped one.

use strsim::osa_distance;

/// The candidate that `typed` is most likely a typing error of, if any.
pub(super) fn closest<'a>(
    typed: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    // So long a name is no typing error, and comparing it would take long.
    if typed.chars().count() > 40 {
        return None;
    }
    let typed = typed.to_lowercase();
    let candidates: Vec<&str> = candidates.collect();
    // The colon and two letters: somebody stopped typing too early.
    if typed.len() > 2
        && let Some(meant) = candidates
            .iter()
            .filter(|name| name.starts_with(&typed))
            .min_by_key(|name| name.len())
    {
        return Some(meant);
    }
    candidates
        .into_iter()
        // How many letters must be put in, taken out, changed or swapped with their neighbour.
        .map(|name| (osa_distance(&typed, name), name))
        .filter(|(distance, name)| *distance <= name.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = [":hint", ":history", ":moves", ":move", ":start", ":stop"];

    #[test]
    fn slips_of_the_fingers_are_understood() {
        for (typed, meant) in [
            (":strat", ":start"),
            ("start", ":start"),
            (":MOVE", ":move"),
            (":mvoes", ":moves"),
            (":sttop", ":stop"),
            (":sto", ":stop"),
            (":mov", ":move"),
            (":history", ":history"),
            (":his", ":history"),
        ] {
            assert_eq!(closest(typed, NAMES.into_iter()), Some(meant), "{typed}");
        }
    }

    #[test]
    fn nonsense_is_not() {
        for typed in [":xyzzy", "", "a", &"m".repeat(100)] {
            assert_eq!(closest(typed, NAMES.into_iter()), None, "{typed}");
        }
    }
}
