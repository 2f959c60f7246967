//! Matches on random graphs.

use super::*;
use crate::engine::Side;
use crate::engine::player::RandomPlayer;
use crate::engine::search::{Budget, Even, Observer, Report, Searcher};
use crate::engine::testing::Graph;
use std::collections::HashSet;
use std::num::NonZeroUsize;

static NEVER: AtomicBool = AtomicBool::new(false);

fn graph() -> Graph {
    Graph {
        seed: 5,
        nodes: 3000,
        arrows: 5,
        ends: 10,
        layered: false,
        remembers: false,
    }
}

fn search(depth: u32) -> Box<dyn Player<Graph>> {
    Box::new(Searcher::new(Even).within(Budget::depth(depth)))
}

fn random(seed: u64) -> Box<dyn Player<Graph>> {
    Box::new(RandomPlayer::new(seed))
}

fn run(terms: Match, players: impl Fn() -> [Box<dyn Player<Graph>>; 2] + Sync) -> Tally {
    let one = NonZeroUsize::MIN;
    terms.play(&graph(), one, players, &NEVER, |_| (), |_| ())
}

#[test]
fn a_search_beats_random_moves_and_the_tally_adds_up() {
    let tally = run(Match::of_games(199), || [search(4), random(1)]);
    assert_eq!(tally.games(), 200);
    assert!(tally.wins > 2 * tally.losses, "{tally:?}");
    assert_eq!(tally.pairs.iter().sum::<u32>(), 100);
    let halves: u32 = (0..).zip(tally.pairs).map(|(half, n)| half * n).sum();
    assert_eq!(halves, 2 * tally.wins + tally.draws);
    assert!(tally.elo().unwrap().low > 100.0, "{tally:?}");
}

#[test]
fn swapping_the_players_mirrors_the_result() {
    let terms = Match {
        seed: 3,
        ..Match::of_games(100)
    };
    let one = run(terms, || [search(1), search(3)]);
    let two = run(terms, || [search(3), search(1)]);
    let turned = |[a, b, c, d, e]: [u32; 5]| [e, d, c, b, a];
    assert_eq!(one.pairs, turned(two.pairs));
    assert_eq!(one.wins, two.losses);
    let same = run(terms, || [search(2), search(2)]);
    assert_eq!(same.pairs, [0, 0, 50, 0, 0], "equal players");
}

#[test]
fn the_seed_decides_everything() {
    let with = |seed| {
        let terms = Match {
            seed,
            ..Match::of_games(60)
        };
        run(terms, || [search(2), random(9)])
    };
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
}

#[test]
fn openings_differ_and_are_never_over() {
    let graph = graph();
    let mut openings = Openings::new(&graph, 4, 7);
    let mut nodes = HashSet::new();
    for _ in 0..40 {
        let state = openings.draw(&NEVER).unwrap().state;
        assert_eq!(graph.status(&state), Status::Playing);
        assert_eq!(state.to_move, Side::First);
        assert!(nodes.insert(state.board.node));
    }
}

#[test]
fn long_openings_become_shorter_and_rare_ones_repeat() {
    let graph = Graph {
        ends: 0,
        ..Graph::random(5)
    };
    let graph = graph.layered();
    let mut openings = Openings::new(&graph, 1000, 1);
    let drawn: Vec<u32> = (0..100)
        .map(|_| openings.draw(&NEVER).unwrap().state.board.node)
        .collect();
    let different: HashSet<&u32> = drawn.iter().collect();
    assert!((1..100).contains(&different.len()));
    assert!(openings.plies > 0);
}

#[test]
fn choosing_an_opening_can_be_cancelled() {
    let graph = graph();
    let openings = Openings::new(&graph, 1_000_000, 1).draw(&AtomicBool::new(true));
    assert!(openings.is_none());
}

/// Never moves.
struct Mute;

impl<G: Game> Player<G> for Mute {
    fn analyse(
        &mut self,
        _: &G,
        _: &StateOf<G>,
        _: &AtomicBool,
        _: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        None
    }
}

/// Returns a move that does not exist.
struct Liar;

impl Player<Graph> for Liar {
    fn analyse(
        &mut self,
        _: &Graph,
        _: &StateOf<Graph>,
        _: &AtomicBool,
        _: Observer<'_, u8>,
    ) -> Option<Report<u8>> {
        Some(Report::unsearched(99))
    }
}

#[test]
fn no_legal_move_is_a_loss() {
    let terms = Match::of_games(10);
    for tally in [
        run(terms, || [Box::new(Mute), search(1)]),
        run(terms, || [Box::new(Liar), search(1)]),
    ] {
        assert_eq!(tally.losses, 10);
        assert_eq!(tally.pairs, [5, 0, 0, 0, 0]);
    }
}

#[test]
fn games_that_reach_the_cap_are_draws() {
    let endless = Graph { ends: 0, ..graph() };
    let terms = Match {
        max_plies: 30,
        ..Match::of_games(6)
    };
    let players = || [random(1), random(2)];
    let one = NonZeroUsize::MIN;
    let tally = terms.play(&endless, one, players, &NEVER, |_| (), |_| ());
    assert_eq!(tally.draws, 6);
}

#[test]
fn a_cancelled_match_keeps_its_complete_pairs() {
    let cancel = AtomicBool::new(false);
    let record = |_: &[u8]| cancel.store(true, Ordering::Relaxed);
    let players = || [search(2), random(1)];
    let one = NonZeroUsize::MIN;
    let terms = Match::of_games(100_000);
    let tally = terms.play(&graph(), one, players, &cancel, |_| (), record);
    assert!((2..100_000).contains(&tally.games()));
    assert!(tally.games().is_multiple_of(2));
}

#[test]
fn a_report_names_both_players_and_the_score_between_them() {
    let few = Tally {
        losses: 4,
        pairs: [2, 0, 0, 0, 0],
        ..Tally::default()
    };
    assert_eq!(
        few.report(["easy", "hard"]),
        "easy 0 – 4 hard   (0 wins, 0 draws, 4 losses)\nElo difference of easy: too few games"
    );
    let many = Tally {
        wins: 3,
        draws: 1,
        losses: 16,
        pairs: [7, 0, 2, 1, 0],
    };
    assert_eq!(
        many.report(["2s", "500ms"]),
        "2s 3.5 – 16.5 500ms   (3 wins, 1 draw, 16 losses)\n\
         Elo difference of 2s: −269 (−464 to −75, 95 %)"
    );
}

/// Plays a match of random players. Returns the result and the games.
fn side_by_side(threads: usize, cancel: &AtomicBool) -> (Tally, Vec<Vec<u8>>) {
    let threads = NonZeroUsize::new(threads).unwrap();
    let players = || [random(1), search(2)];
    let mut games = Vec::new();
    let mut watched = 0;
    let watch = |tally: &Tally| watched = tally.games();
    let record = |moves: &[u8]| games.push(moves.to_vec());
    let terms = Match::of_games(20);
    let tally = terms.play(&graph(), threads, players, cancel, watch, record);
    assert_eq!(watched, tally.games());
    (tally, games)
}

#[test]
fn the_number_of_threads_changes_neither_the_result_nor_the_order_of_the_games() {
    let (tally, games) = side_by_side(1, &NEVER);
    assert_eq!(tally.games(), 20);
    assert_eq!(games.len(), 20);
    for threads in [2, 5, 30] {
        assert_eq!(side_by_side(threads, &NEVER), (tally, games.clone()));
    }
    let (none, _) = side_by_side(2, &AtomicBool::new(true));
    assert_eq!(none.games(), 0);
}

#[test]
fn recorded_moves_lead_from_the_start_to_the_end() {
    let graph = graph();
    for moves in side_by_side(2, &NEVER).1 {
        let mut state = graph.start();
        for &mv in &moves {
            assert!(graph.move_list(&state).contains(&mv));
            state = graph.play(&state, mv);
        }
        assert!(graph.status(&state).is_over() || moves.len() >= 200);
    }
}
