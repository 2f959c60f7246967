//! Links within the project lead to files and headings.

use super::pages::{all, path, prose, read};

/// Returns the targets of `[text](target)` and `![text](target)`, and of `src` and `href` in HTML.
fn targets(prose: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for (open, close) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for rest in prose.split(open).skip(1) {
            targets.extend(rest.split(close).next().map(str::to_owned));
        }
    }
    targets
}

/// Returns the anchors of a page's headings, as GitHub and GitLab make them.
fn anchors(prose: &str) -> Vec<String> {
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ => letter.is_alphanumeric().then_some(letter),
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut links = 0;
    for page in all() {
        let text = prose(&read(&page));
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        for target in targets(&text) {
            if target.starts_with("http") {
                continue;
            }
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let name = match file {
                "" => page.clone(),
                _ => format!("{folder}/{file}")
                    .trim_start_matches('/')
                    .to_owned(),
            };
            assert!(path(&name).exists(), "{page}: {target} leads nowhere");
            if !heading.is_empty() {
                assert!(
                    anchors(&prose(&read(&name)))
                        .iter()
                        .any(|anchor| anchor == heading),
                    "{page}: {name} has no heading for #{heading}"
                );
            }
        }
    }
    assert!(links > 20, "only {links} links were found");
}

#[test]
fn the_readme_leads_to_every_page_of_the_documentation() {
    let reached = targets(&prose(&read("README.md")));
    for page in all() {
        if page.starts_with("docs/") {
            let is_reached = reached.iter().any(|target| target.starts_with(&page));
            assert!(is_reached, "README.md has no link to {page}");
        }
    }
}

#[test]
fn the_command_lines_of_the_assignments_work_in_the_root() {
    let target = std::fs::read_link(path("game")).expect("`game` is a link");
    assert_eq!(target.to_str(), Some("target/release/game"));
}
