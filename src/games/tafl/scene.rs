//! Positions around a capture, with the move that makes it or nearly does: what random games seldom
//! reach and rules get wrong most often, the centre above all.

use super::board::Board;
use super::moves::Move;
use super::piece::Piece;
use super::rules::Tafl;
use super::square::Square;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, Status};

/// A position in which the game goes on, and moves to try: the last one is legal, those before it
/// are not.
pub(super) fn scene(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    // Most attempts fail because something stands in the way of something else.
    let kind = rng.below(4);
    (0..200).find_map(|_| {
        if kind == 0 {
            crossing(rng)
        } else {
            capture(rng)
        }
    })
}

/// A piece that can go to the empty centre and across it, but not stay there.
fn crossing(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    let mut board = Board::EMPTY;
    let piece = Piece::ALL[rng.below(3)];
    let (right, up) = AROUND[rng.below(4)];
    let (before, behind) = (1 + rng.below(4) as i8, 1 + rng.below(4) as i8);
    let from = Square::CENTRE.offset(right * before, up * before)?;
    let to = Square::CENTRE.offset(-right * behind, -up * behind)?;
    board.put(from, piece).ok()?;
    if piece != Piece::Lambda {
        board
            .put(Square::new(rng.below(Square::COUNT))?, Piece::Lambda)
            .ok()?;
    }
    box_in(&mut board, rng);
    sprinkle(&mut board, rng);
    let state = State::new(board, piece.side());
    goes_on(&state, Move::new(from, to)).then(|| {
        let moves = [Square::CENTRE, to].map(|square| Move::new(from, square));
        (state, moves.to_vec())
    })
}

/// Whether λ is where it is in a game, the game goes on, and the move is legal.
fn goes_on(state: &State<Board>, mv: Move) -> bool {
    let inside = state.board.lambda().is_some_and(|lambda| !lambda.is_edge());
    inside && Tafl.status(state) == Status::Playing && Tafl.move_list(state).contains(&mv)
}

/// Sometimes puts pieces around λ or at the ends of its row and column: otherwise it would mostly
/// have a clear path, above all where few pieces are left.
fn box_in(board: &mut Board, rng: &mut Rng) {
    let Some(lambda) = board.lambda() else { return };
    let piece = [Piece::Guard, Piece::Object][rng.below(2)];
    let distance = [0, 0, 1, 1, 2, 8][rng.below(6)];
    for (right, up) in AROUND {
        let way = (1..=distance).map_while(|step| lambda.offset(right * step, up * step));
        if let Some(square) = way.last()
            && square != Square::CENTRE
            && board.piece_at(square).is_none()
        {
            let _ = board.put(square, piece);
        }
    }
}

fn capture(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    let mut board = Board::EMPTY;
    let captor = Side::BOTH[rng.below(2)];
    let target = target(rng)?;
    let victim = if target == Square::CENTRE || (captor == Side::First && rng.below(3) == 0) {
        Piece::Lambda
    } else if captor == Side::First {
        Piece::Guard
    } else {
        Piece::Object
    };
    if victim.side() == captor || (victim == Piece::Lambda && target.is_edge()) {
        return None;
    }
    board.put(target, victim).ok()?;
    if victim != Piece::Lambda {
        let home = lambda_home(rng)?;
        if home == target {
            return None;
        }
        board.put(home, Piece::Lambda).ok()?;
    }
    surround(&mut board, target, captor, rng);
    // One of those around has yet to come; often the one across from the centre.
    let around = neighbours(target);
    let at_centre = around
        .iter()
        .position(|&square| square == Some(Square::CENTRE));
    let gap = match at_centre {
        // Opposite neighbours are beside each other in the list.
        Some(index) if rng.below(2) == 0 => around[index ^ 1],
        _ => around[rng.below(4)],
    }?;
    if gap == Square::CENTRE || board.piece_at(gap).is_some() {
        return None;
    }
    let from = along(gap, rng)?;
    let lambda_stands = board.lambda().is_some();
    let captor_piece = match captor {
        Side::First => Piece::Object,
        Side::Second if lambda_stands => Piece::Guard,
        Side::Second => Piece::Lambda,
    };
    if board.piece_at(from).is_none() {
        board.put(from, captor_piece).ok()?;
    }
    box_in(&mut board, rng);
    sprinkle(&mut board, rng);
    let state = State::new(board, captor);
    let mv = Move::new(from, gap);
    if !goes_on(&state, mv) {
        return None;
    }
    let mut tries = Vec::new();
    if rng.below(2) == 0 {
        tries.extend(illegal(&state, rng));
    }
    tries.push(mv);
    Some((state, tries))
}

/// Where something is to be captured: often at the centre or close to it.
fn target(rng: &mut Rng) -> Option<Square> {
    match rng.below(8) {
        0 => Some(Square::CENTRE),
        1..4 => neighbours(Square::CENTRE)[rng.below(4)],
        4 => {
            let beside = neighbours(Square::CENTRE)[rng.below(4)]?;
            neighbours(beside)[rng.below(4)]
        }
        _ => Square::new(rng.below(Square::COUNT)),
    }
}

/// Where λ stands when others are captured.
fn lambda_home(rng: &mut Rng) -> Option<Square> {
    match rng.below(4) {
        0 | 1 => Some(Square::CENTRE),
        2 => target(rng),
        _ => Square::new(rng.below(Square::COUNT)),
    }
}

/// The four directions: opposite ones beside each other.
const AROUND: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn neighbours(square: Square) -> [Option<Square>; 4] {
    AROUND.map(|(right, up)| square.offset(right, up))
}

/// Puts pieces around the target: mostly those of who captures.
fn surround(board: &mut Board, target: Square, captor: Side, rng: &mut Rng) {
    for square in neighbours(target).into_iter().flatten() {
        let own = if captor == Side::First {
            Piece::Object
        } else {
            Piece::Guard
        };
        let other = if captor == Side::First {
            Piece::Guard
        } else {
            Piece::Object
        };
        let piece = match rng.below(8) {
            0..5 => own,
            5 => other,
            _ => continue,
        };
        // What is taken stays as it is, and so does the centre.
        if board.piece_at(square).is_none() {
            let _ = board.put(square, piece);
        }
    }
}

/// A square from which one can move to this one, if nothing is between.
fn along(to: Square, rng: &mut Rng) -> Option<Square> {
    let steps = 1 + rng.below(5) as i8;
    let (right, up) = AROUND[rng.below(4)];
    to.offset(right * steps, up * steps)
        .filter(|&from| from != Square::CENTRE)
}

/// A few more pieces anywhere, or none: then it may be the last one that is taken.
fn sprinkle(board: &mut Board, rng: &mut Rng) {
    for _ in 0..rng.below(12).saturating_sub(4) {
        let piece = [Piece::Object, Piece::Guard][rng.below(2)];
        if let Some(square) = Square::new(rng.below(Square::COUNT))
            && board.piece_at(square).is_none()
        {
            // A full set is as good as one piece more.
            let _ = board.put(square, piece);
        }
    }
}

/// A move that a wrong program might allow: to where the piece stands, across another, along a
/// diagonal, of the other side.
fn illegal(state: &State<Board>, rng: &mut Rng) -> Option<Move> {
    let pieces: Vec<Square> = state.board.pieces().map(|(square, _)| square).collect();
    let from = pieces[rng.below(pieces.len())];
    let to = match rng.below(4) {
        0 => from,
        1 => from.offset(1, 1)?,
        _ => along(from, rng)?,
    };
    let mv = Move::new(from, to);
    (!Tafl.move_list(state).contains(&mv)).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_go_on_and_reach_all_situations_at_the_centre() {
        let mut rng = Rng::new(1);
        let mut taken = [0; 3];
        let (mut onto, mut across, mut last) = ([0; 3], [0; 3], 0);
        for _ in 0..600 {
            let (state, moves) = scene(&mut rng).expect("there is always one");
            assert_eq!(Tafl.status(&state), Status::Playing);
            let (good, before) = moves.split_last().expect("a move");
            let legal = Tafl.move_list(&state);
            assert!(legal.contains(good));
            let piece = state.board.piece_at(good.from()).expect("it moves") as usize;
            onto[piece] += usize::from(before.iter().any(|mv| mv.to() == Square::CENTRE));
            let mid = |a: u8, b: u8| a.min(b) < 4 && a.max(b) > 4;
            let (from, to) = (good.from(), good.to());
            let row = from.rank() == 4 && mid(from.file(), to.file());
            let column = from.file() == 4 && mid(from.rank(), to.rank());
            across[piece] += usize::from(row || column);
            assert!(before.iter().all(|mv| !legal.contains(mv)));
            let lambda = state.board.lambda().expect("it is there");
            assert!(!lambda.is_edge());
            let after = Tafl.play(&state, *good);
            last += usize::from(after.board.count(Piece::Object) == 0);
            if after.board.lambda().is_none() {
                let beside = neighbours(Square::CENTRE).contains(&Some(lambda));
                taken[usize::from(beside) + 2 * usize::from(lambda == Square::CENTRE)] += 1;
            }
        }
        for counts in [taken, onto, across] {
            assert!(
                counts.iter().all(|&count| count > 3),
                "{taken:?} {onto:?} {across:?}"
            );
        }
        assert!(last > 3, "{last}");
    }
}
