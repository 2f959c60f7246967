//! The least that is left of a session in which a program differs.

use crate::games::Script;

/// Leaves out whatever can be left out while `differs` says that the program still does.
pub fn shrink(script: &Script, differs: &mut dyn FnMut(&Script) -> bool) -> Script {
    let mut best = script.clone();
    loop {
        let before = best.clone();
        best.lines = minimise(&best.lines, |lines| {
            differs(&Script {
                lines: lines.to_vec(),
                ..before.clone()
            })
        });
        let now = best.clone();
        best.folders = minimise(&now.folders, |folders| {
            differs(&Script {
                folders: folders.to_vec(),
                ..now.clone()
            })
        });
        let now = best.clone();
        best.files = minimise(&now.files, |files| {
            differs(&Script {
                files: files.to_vec(),
                ..now.clone()
            })
        });
        let without = Script {
            state: None,
            ..best.clone()
        };
        if best.state.is_some() && differs(&without) {
            best = without;
        }
        for index in 0..best.files.len() {
            best = simplify(&best, index, differs);
        }
        if best == before {
            return best;
        }
    }
}

/// The fewest of these things that still do, as far as leaving some out can tell: none of them can
/// be left out alone.
fn minimise<T: Clone>(things: &[T], mut still: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut left = things.to_vec();
    let mut size = left.len();
    while size > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < left.len() {
            let mut fewer = left.clone();
            fewer.drain(at..(at + size).min(left.len()));
            if still(&fewer) {
                left = fewer;
                shorter = true;
            } else {
                at += size;
            }
        }
        if size > 1 || !shorter {
            size /= 2;
        }
    }
    left
}

/// The same with one file simplified: what stands on a board is taken off it, piece by piece.
fn simplify(script: &Script, index: usize, differs: &mut dyn FnMut(&Script) -> bool) -> Script {
    let content = &script.files[index].1;
    let first_line = content.iter().position(|&byte| byte == b'\n');
    let pieces: Vec<usize> = content
        .iter()
        .enumerate()
        .skip(first_line.unwrap_or(0))
        .filter(|(_, byte)| byte.is_ascii_alphanumeric())
        .map(|(at, _)| at)
        .collect();
    let with = |kept: &[usize]| {
        let mut simpler = script.clone();
        for at in pieces.iter().filter(|at| !kept.contains(at)) {
            simpler.files[index].1[*at] = b' ';
        }
        simpler
    };
    let kept = minimise(&pieces, |kept| differs(&with(kept)));
    with(&kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_be_left_out_of_what_is_left() {
        let things: Vec<u32> = (0..50).collect();
        let needed = [3, 17, 18, 49];
        let mut asked = 0;
        let left = minimise(&things, |some| {
            asked += 1;
            needed.iter().all(|thing| some.contains(thing))
        });
        assert_eq!(left, needed);
        assert!(asked < 150, "{asked}");
        assert!(minimise(&things, |_| true).is_empty());
        assert_eq!(minimise(&things, |_| false), things);
    }

    #[test]
    fn lines_files_and_pieces_go() {
        let script = Script {
            state: None,
            lines: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            folders: vec!["here".to_owned()],
            files: vec![
                ("p".to_owned(), b"O to play\nO,G,L\nO, ,G\n".to_vec()),
                ("q".to_owned(), b"x\n".to_vec()),
            ],
        };
        let least = shrink(&script, &mut |script| {
            let file = script.files.iter().find(|(name, _)| name == "p");
            script.lines.contains(&"c".to_owned())
                && file.is_some_and(|(_, content)| content.contains(&b'L'))
        });
        assert_eq!(least.lines, ["c"]);
        assert!(least.folders.is_empty());
        assert_eq!(
            least.files,
            [("p".to_owned(), b"O to play\n , ,L\n , , \n".to_vec())]
        );
    }
}
