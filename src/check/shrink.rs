//! The least that is left of a session in which a program differs.

use crate::games::Script;

/// Leaves out whatever can be left out while `differs` says that the program still does. Files that
/// no line names are not there anyway.
pub fn shrink(script: &Script, differs: &mut dyn FnMut(&Script) -> bool) -> Script {
    let mut best = script.clone();
    let mut size = best.lines.len();
    while size > 0 {
        let mut at = 0;
        let length = best.lines.len();
        while at < best.lines.len() {
            let mut fewer = best.clone();
            fewer.lines.drain(at..(at + size).min(best.lines.len()));
            if differs(&fewer) {
                best = fewer;
            } else {
                at += size;
            }
        }
        // One by one until none can go.
        if size > 1 || best.lines.len() == length {
            size /= 2;
        }
    }
    let without = Script {
        state: None,
        ..best.clone()
    };
    if best.state.is_some() && differs(&without) {
        without
    } else {
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_can_be_left_out_of_what_is_left() {
        let script = Script {
            state: Some("p".to_owned()),
            lines: (0..50).map(|line| line.to_string()).collect(),
            ..Script::default()
        };
        let needed = ["3", "17", "18", "49"];
        let mut asked = 0;
        let least = shrink(&script, &mut |script| {
            asked += 1;
            needed
                .iter()
                .all(|line| script.lines.iter().any(|left| left == line))
        });
        assert_eq!(
            (&least.lines[..], least.state),
            (&needed.map(str::to_owned)[..], None)
        );
        assert!(asked < 150, "{asked}");
        assert!(shrink(&script, &mut |_| true).lines.is_empty());
        assert_eq!(shrink(&script, &mut |_| false), script);
    }
}
