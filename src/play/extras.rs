//! What every board game has beyond the course texts: looking around, taking back, asking for help.

use super::board_mode::BoardMode;
use super::level::Level;
use super::player_request::Purpose;
use super::prompt_game::{BoardView, PromptGame};
use super::record::Record;
use super::record::{ActiveGame, Opponent};
use crate::engine::Side;
use crate::repl::{Context, Part, Refusal, Refused, Reply};

impl<T: PromptGame> BoardMode<T> {
    /// Takes moves back until it is a person's turn again.
    pub(super) fn undo(&mut self, context: &Context) -> Result<Reply, Refused> {
        let nothing = Refused::because(Refusal::NotNow, "there is no move to take back");
        self.step(self.steps_back(), "Took back", Record::undo, context)
            .ok_or(nothing)
    }

    pub(super) fn redo(&mut self, context: &Context) -> Result<Reply, Refused> {
        let nothing = Refused::because(Refusal::NotNow, "no move has been taken back");
        self.step(self.steps_on(), "Played again", Record::redo, context)
            .ok_or(nothing)
    }

    /// How many moves can be taken back at once, if any.
    pub(super) fn steps_back(&self) -> Option<usize> {
        self.steps(|active| Box::new(active.record.earlier().map(|s| s.to_move)))
    }

    /// How many moves can be made again at once, if any.
    pub(super) fn steps_on(&self) -> Option<usize> {
        self.steps(|active| Box::new(active.record.later().map(|s| s.to_move)))
            // All of them, if they end at the computer's turn: it then plays on from there.
            .or_else(|| Some(self.active.as_ref()?.record.later().count()).filter(|&n| n > 0))
    }

    /// How many positions away the nearest one is in which a person is to move.
    fn steps<'a>(
        &'a self,
        turns: impl Fn(&'a ActiveGame<T>) -> Box<dyn Iterator<Item = Side> + 'a>,
    ) -> Option<usize> {
        let active = self.active.as_ref()?;
        turns(active)
            .position(|side| !self.is_computer(side))
            .map(|before| before + 1)
    }

    fn step(
        &mut self,
        steps: Option<usize>,
        verb: &str,
        step: impl Fn(&mut Record<T>) -> Option<T::Move>,
        context: &Context,
    ) -> Option<Reply> {
        let steps = steps?;
        let players = self.computers.iter_mut().flatten();
        for player in players.filter_map(|computer| computer.player.as_mut()) {
            player.begin();
        }
        let active = self.active.as_mut()?;
        active.alone = 0;
        let mut reply = Reply::new();
        for _ in 0..steps {
            let mv = step(&mut active.record)?;
            reply = reply.and_say(format_args!("{verb} {}", active.game.show_move(mv)));
        }
        Some(reply.then(self.tell_position(context)))
    }

    pub(super) fn board(&self, context: &Context) -> Reply {
        self.active.as_ref().map_or_else(Reply::new, |active| {
            let board = active
                .game
                .draw(BoardView::of(&active.record), context.style);
            Reply::new().with(Part::Show(board))
        })
    }

    pub(super) fn moves(&self, from: Option<&str>) -> Result<Reply, Refused> {
        let Some(active) = &self.active else {
            return Ok(Reply::new());
        };
        let lines = active
            .game
            .list_moves(active.record.state(), from)
            .ok_or_else(|| {
                Refused::because(Refusal::Malformed, "there is no such place on the board")
            })?;
        if lines.is_empty() {
            return Ok(Reply::say("No moves."));
        }
        Ok(lines.into_iter().fold(Reply::new(), Reply::and_say))
    }

    pub(super) fn history(&self) -> Reply {
        let Some(active) = &self.active else {
            return Reply::new();
        };
        if active.record.is_empty() {
            return Reply::say("No moves yet.");
        }
        let prefix = if T::BARE_MOVES { "" } else { ":move " };
        active.record.moves().fold(Reply::new(), |reply, mv| {
            reply.and_say(format_args!("{prefix}{}", active.game.show_move(mv)))
        })
    }

    pub(super) fn hint(&mut self, context: &Context) -> Reply {
        let Some(active) = &self.active else {
            return Reply::new();
        };
        let (options, level) = (&self.options, self.level);
        let advised = context.computing(|cancel| {
            let state = active.record.state();
            let mut player = active.player(level, Purpose::Hint, options, cancel);
            let mv = player.choose(&active.game, state, cancel)?;
            Some((mv, active.game.remark(state, cancel)))
        });
        let Some((mv, remark)) = advised else {
            return Reply::say("No moves.");
        };
        Reply::say(format_args!("Hint: {}", active.game.show_move(mv))).then(remark)
    }

    pub(super) fn computer(
        &mut self,
        who: Option<(Side, Option<Level>)>,
    ) -> Result<Reply, Refused> {
        if let Some(active) = &mut self.active {
            active.alone = 0;
        }
        match who {
            None => {
                self.computers = [None, None];
                Ok(Reply::say("The computer plays no side.").then(self.tell_turn()))
            }
            Some((side, level)) => {
                if let Some(reason) = level.and_then(T::why_no_level) {
                    return Err(Refused::because(Refusal::NotNow, reason));
                }
                self.computers[side.index()] = Some(Opponent {
                    level,
                    player: None,
                });
                let letter = T::letter(side);
                let reply = match level {
                    Some(level) => {
                        Reply::say(format_args!("The computer plays {letter}, level {level}."))
                            .and_advise(
                                "Ctrl-C while it thinks: it plays the best move found so far",
                            )
                    }
                    None => Reply::say(format_args!("The computer plays {letter}.")),
                };
                Ok(reply.then(self.tell_turn()))
            }
        }
    }
}
