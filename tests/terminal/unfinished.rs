//! A signal that ends the program in the middle of long work leaves no file of that work.

use std::fs;

use tempfile::tempdir;

use crate::screen::shell;
use crate::signals;

#[test]
fn a_table_that_is_being_made_leaves_nothing() {
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
        let folder = tempdir().unwrap();
        let script = r#"sh -c 'echo $$ >pid; exec "$GAME" --ascii --color never --mode crusher'
echo "status $?""#;
        let mut screen = shell(folder.path(), script);
        screen.until("crusher> ");
        screen.ask(":computer B perfect", "there is no table", "Make it now? ");
        screen.type_text("y\r");
        screen.until("solving N = 3");
        let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
        signals::send(pid.trim().parse().unwrap(), signal);
        screen.until(&format!("status {status}\r\n"));
        let cache = fs::read_dir(folder.path().join(".cache/game")).unwrap();
        let left: Vec<_> = cache.map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{signal}: {left:?}");
    }
}
