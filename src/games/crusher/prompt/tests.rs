//! Perfect play at the prompt, with a table that is missing or damaged.

use super::*;
use crate::repl::Part;

#[test]
fn perfect_play_needs_the_solved_size_and_a_whole_table() {
    let cache = tempfile::tempdir().unwrap();
    let options = Options {
        cache: Some(cache.path().to_owned()),
        ..Options::default()
    };
    let game = Crusher::new(4).unwrap();
    let reason = |game, level| Crusher::why_no_level(game, level, &options);
    let perfect = Level::Named(PERFECT);
    assert_eq!(
        reason(Some(&game), perfect).as_deref(),
        Some("only N = 3 is solved")
    );
    assert_eq!(reason(Some(&game), Level::Depth(3)), None);
    assert_eq!(
        reason(None, perfect).as_deref(),
        Some("there is no table yet: game crusher solve --size 3 makes it")
    );
    std::fs::write(file_in(cache.path(), SOLVED_SIZE), "notes").unwrap();
    let entry = crate::games::find("crusher").unwrap();
    let mut session = (entry.open)(options, Context::default());
    session.feed(":start 3 WB");
    for line in [":computer W perfect", ":review perfect"] {
        let reply = session.feed(line);
        let told = "the table of the solved game in the cache folder cannot be used: \
                    it is damaged; remove it, and game crusher solve makes it again";
        let told = reply.parts.contains(&Part::Advice(told.to_owned()));
        assert!(reply.failed && told, "{line}: {reply:?}");
    }
}
