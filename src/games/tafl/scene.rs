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
    (0..200).find_map(|_| attempt(rng))
}

fn attempt(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
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
    // One of those around has yet to come.
    let gap = neighbours(target)[rng.below(4)]?;
    if gap == Square::CENTRE || board.piece_at(gap).is_some() {
        return None;
    }
    let from = along(gap, rng)?;
    let lambda_stands = board.lambda().is_some();
    let mover = match captor {
        Side::First => Piece::Object,
        Side::Second if lambda_stands => Piece::Guard,
        Side::Second => Piece::Lambda,
    };
    if board.piece_at(from).is_none() {
        board.put(from, mover).ok()?;
    }
    sprinkle(&mut board, rng);
    let state = State::new(board, captor);
    let on_edge = board.lambda()?.is_edge();
    let mv = Move::new(from, gap);
    let goes_on = Tafl.status(&state) == Status::Playing;
    if on_edge || !goes_on || !Tafl.move_list(&state).contains(&mv) {
        return None;
    }
    let mut moves = Vec::new();
    if rng.below(2) == 0 {
        moves.extend(illegal(&state, rng));
    }
    moves.push(mv);
    Some((state, moves))
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

fn neighbours(square: Square) -> [Option<Square>; 4] {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(right, up)| square.offset(right, up))
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
    let (right, up) = [(1, 0), (-1, 0), (0, 1), (0, -1)][rng.below(4)];
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

/// A move that a wrong program might allow: onto the centre, to where it stands, across a piece,
/// along a diagonal, of the other side.
fn illegal(state: &State<Board>, rng: &mut Rng) -> Option<Move> {
    let mut pieces: Vec<Square> = state.board.pieces().map(|(square, _)| square).collect();
    let kind = rng.below(5);
    if kind < 2 {
        pieces.retain(|&square| reaches_centre(state, square));
    }
    if pieces.is_empty() {
        return None;
    }
    let from = pieces[rng.below(pieces.len())];
    let to = match kind {
        0 | 1 => Square::CENTRE,
        2 => from,
        3 => from.offset(1, 1)?,
        _ => along(from, rng)?,
    };
    let mv = Move::new(from, to);
    (!Tafl.move_list(state).contains(&mv)).then_some(mv)
}

/// Whether a piece could go to the empty centre if pieces were allowed to: it can go beside it.
fn reaches_centre(state: &State<Board>, square: Square) -> bool {
    let (right, up) = (4 - square.file() as i8, 4 - square.rank() as i8);
    let straight = (right == 0) != (up == 0);
    let steps = right.abs().max(up.abs());
    straight
        && state.board.piece_at(Square::CENTRE).is_none()
        && state
            .board
            .piece_at(square)
            .is_some_and(|piece| piece.side() == state.to_move)
        && (1..steps)
            .map_while(|step| square.offset(right.signum() * step, up.signum() * step))
            .all(|between| state.board.piece_at(between).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_go_on_and_reach_all_situations_at_the_centre() {
        let mut rng = Rng::new(1);
        let mut taken = [0; 3];
        for _ in 0..400 {
            let (state, moves) = scene(&mut rng).expect("there is always one");
            assert_eq!(Tafl.status(&state), Status::Playing);
            let (last, before) = moves.split_last().expect("a move");
            let legal = Tafl.move_list(&state);
            assert!(legal.contains(last));
            assert!(before.iter().all(|mv| !legal.contains(mv)));
            let lambda = state.board.lambda().expect("it is there");
            assert!(!lambda.is_edge());
            let after = Tafl.play(&state, *last);
            if after.board.lambda().is_none() {
                let beside = neighbours(Square::CENTRE).contains(&Some(lambda));
                taken[usize::from(beside) + 2 * usize::from(lambda == Square::CENTRE)] += 1;
            }
        }
        assert!(taken.iter().all(|&count| count > 3), "{taken:?}");
    }
}
