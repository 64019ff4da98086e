//! A match: a cursor over a game with its history, for hosts.

use sha2::{Digest, Sha256};

use crate::MAX_SEATS;
use crate::action::{Action, Seat};
use crate::error::{Error, Result};
use crate::game::Node;
use crate::games::{AnyGame, AnyState};
use crate::rng::{Rng, mix};
use crate::{Game as _, with_game, with_state};

/// What moved the game on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A seat's action.
    Play,
    /// An outcome of chance.
    Chance,
    /// The host's clock.
    Timeout,
}

impl Kind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Chance => "chance",
            Self::Timeout => "timeout",
        }
    }
}

/// The text of [`Kind::Timeout`].
pub const TIMEOUT: &str = "timeout";

/// One step of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The seat that acted, or whose turn the clock ended; `None` for chance.
    pub seat: Option<Seat>,
    /// What was done; of a timeout nothing.
    pub action: Action,
    /// By what.
    pub kind: Kind,
}

/// What a seat, or everyone, is told of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Which step.
    pub ply: usize,
    /// Who acted; `None` for chance.
    pub seat: Option<Seat>,
    /// The text, with `?` for hidden words; `None` if the step itself is not told.
    pub text: Option<String>,
    /// What the viewer learns with it.
    pub revealed: Vec<String>,
}

/// Digests of a viewer's log before each ply, each made of the one before: they grow with the game, and are cut with it.
type Chain = Vec<[u8; 32]>;

/// A mutable cursor with history. Every state is kept, so that to look back costs nothing.
#[derive(Debug, Clone)]
pub struct Match {
    past: Vec<AnyState>,
    current: AnyState,
    steps: Vec<Step>,
    /// `None`: chance comes from the operating system.
    seed: Option<u64>,
    /// Whether chance happens by itself.
    auto: bool,
    /// Choices handed in before their seat is asked.
    held: [Option<Action>; MAX_SEATS],
    /// The log's digests by viewer, the last ones everyone's; as far as they were asked for.
    digests: [Chain; MAX_SEATS + 1],
}

impl Match {
    /// Starts at a state; in `auto` chance is settled at once.
    pub fn new(start: AnyState, seed: Option<u64>, auto: bool) -> Result<Self> {
        let mut made =
            Self { past: Vec::new(), current: start, steps: Vec::new(), seed, auto, held: [None; MAX_SEATS], digests: Default::default() };
        made.settle_if_auto()?;
        Ok(made)
    }

    /// The game.
    pub fn game(&self) -> AnyGame {
        self.state().game()
    }

    /// Where the game stands.
    pub fn state(&self) -> &AnyState {
        &self.current
    }

    /// How many steps were made.
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// The steps made.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The state before the step of this number; behind the last one where the game stands.
    pub fn state_at(&self, ply: usize) -> Option<&AnyState> {
        if ply == self.ply() { Some(&self.current) } else { self.past.get(ply) }
    }

    /// The state it started at.
    pub fn start(&self) -> &AnyState {
        self.past.first().unwrap_or(&self.current)
    }

    /// The seed.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether chance happens by itself.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// From here on chance is drawn with another seed.
    pub fn reseed(&mut self, seed: Option<u64>) {
        self.seed = seed;
    }

    /// Whether chance happens by itself from here on; if so, it is settled now.
    pub fn set_auto(&mut self, auto: bool) -> Result<()> {
        self.auto = auto;
        self.settle_if_auto()
    }

    /// Whether chance happens by itself after the next step; what waits now goes on waiting, as after [`Match::undo`].
    pub fn set_auto_later(&mut self, auto: bool) {
        self.auto = auto;
    }

    /// Choices that wait until their seat is asked.
    pub fn held(&self) -> impl Iterator<Item = (Seat, Action)> {
        (0..).zip(self.held).filter_map(|(seat, action)| Some((Seat(seat), action?)))
    }

    fn node(&self) -> Node {
        with_state!(self.state(), at => at.node())
    }

    fn push(&mut self, state: AnyState, step: Step) {
        self.past.push(std::mem::replace(&mut self.current, state));
        self.steps.push(step);
    }

    /// Does an action, or at a chance node an outcome; with `auto` chance follows. Held choices of the seats asked next are played too.
    pub fn play(&mut self, action: Action) -> Result<()> {
        let (before, held) = (self.ply(), self.held);
        let result = self.play_one(action).and_then(|()| self.play_held());
        if result.is_err() {
            self.cut(before);
            self.held = held;
        }
        result
    }

    /// Takes over a step that was made elsewhere by the game's own code.
    pub(super) fn played(&mut self, action: Action, next: AnyState) {
        let (seat, kind) = match self.node() {
            Node::Decision(seat) => (Some(seat), Kind::Play),
            Node::Chance | Node::Terminal => (None, Kind::Chance),
        };
        self.push(next, Step { seat, action, kind });
    }

    fn play_one(&mut self, action: Action) -> Result<()> {
        let step = match self.node() {
            Node::Chance => Step { seat: None, action, kind: Kind::Chance },
            Node::Decision(seat) => Step { seat: Some(seat), action, kind: Kind::Play },
            Node::Terminal => Step { seat: None, action, kind: Kind::Play },
        };
        let next = with_state!(self.state(), at => at.apply(action)?.into());
        self.push(next, step);
        if let Some(seat) = step.seat {
            self.held[seat.index()] = None;
        }
        self.settle_if_auto()
    }

    fn play_held(&mut self) -> Result<()> {
        while let Node::Decision(seat) = self.node() {
            let Some(action) = self.held[seat.index()].take() else { break };
            self.play_one(action)?;
        }
        Ok(())
    }

    fn settle_if_auto(&mut self) -> Result<()> {
        if self.auto { self.settle() } else { Ok(()) }
    }

    /// The id that a text names at this node.
    pub fn parse(&self, text: &str) -> Result<Action> {
        with_state!(self.state(), at => at.game.space(&at.state).parse(text))
    }

    /// Draws one outcome.
    pub fn sample_chance(&mut self) -> Result<()> {
        let mut rng = match self.seed {
            Some(seed) => Rng::new(mix(seed, self.ply() as u64)),
            None => Rng::from_system()?,
        };
        let outcome = with_state!(self.state(), at => at.sample_chance(&mut rng))?;
        let next = with_state!(self.state(), at => at.apply(outcome)?.into());
        self.push(next, Step { seat: None, action: outcome, kind: Kind::Chance });
        Ok(())
    }

    /// Draws outcomes until a seat has to choose or the game is over.
    pub fn settle(&mut self) -> Result<()> {
        while self.node() == Node::Chance {
            self.sample_chance()?;
        }
        Ok(())
    }

    /// The host's clock ends the turn.
    pub fn timeout(&mut self) -> Result<()> {
        let seat = match self.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        };
        let next = with_state!(self.state(), at => at.with(at.game.timeout(&at.state)?).into());
        let (before, held) = (self.ply(), std::mem::take(&mut self.held));
        self.push(next, Step { seat, action: Action(0), kind: Kind::Timeout });
        let result = self.settle_if_auto();
        if result.is_err() {
            self.cut(before);
            self.held = held;
        }
        result
    }

    /// Takes a simultaneous choice in any order. Returns whether it was played; else it is held, and may be replaced, until its seat is asked.
    pub fn submit(&mut self, seat: Seat, action: Action) -> Result<bool> {
        let (is_decider, legal) = with_state!(self.state(), at => (at.game.deciders(&at.state).contains(seat), at.legal(Some(seat))));
        if !is_decider {
            return Err(Error::illegal("not_asked", "seat", seat.0, "a seat that still has to choose at this moment"));
        }
        if !legal.contains(action) {
            let text = with_state!(self.state(), at => at.game.common().actions.text(action))?;
            return Err(Error::illegal(
                "not_legal",
                "action",
                format!("{} (`{text}`)", action.0),
                format!("a legal action of seat {}", seat.0),
            ));
        }
        if self.node() == Node::Decision(seat) {
            self.play(action)?;
            return Ok(true);
        }
        self.held[seat.index()] = Some(action);
        Ok(false)
    }

    /// Takes steps back: to a ply, or before the last decision and the chance that followed it.
    pub fn undo(&mut self, to: Option<usize>) -> Result<()> {
        let ply = match to {
            Some(ply) if ply <= self.ply() => ply,
            Some(ply) => return Err(Error::argument("out_of_range", "to", ply, format!("a ply from 0 to {}", self.ply()))),
            None => self
                .steps
                .iter()
                .rposition(|step| step.kind != Kind::Chance)
                .ok_or_else(|| Error::argument("nothing_to_undo", "to", "no decision yet", "a match with a decision to take back"))?,
        };
        self.cut(ply);
        Ok(())
    }

    fn cut(&mut self, ply: usize) {
        if let Some(state) = self.past.get(ply) {
            self.current = state.clone();
        }
        self.past.truncate(ply);
        self.steps.truncate(ply);
        self.held = [None; MAX_SEATS];
        for chain in &mut self.digests {
            chain.truncate(ply + 1);
        }
    }

    /// The text of a step.
    pub fn text(&self, ply: usize) -> Result<String> {
        let (Some(step), Some(state)) = (self.steps.get(ply), self.past.get(ply)) else {
            return Err(Error::argument("out_of_range", "ply", ply, format!("a ply below {}", self.ply())));
        };
        if step.kind == Kind::Timeout {
            return Ok(TIMEOUT.to_owned());
        }
        with_state!(state, at => at.game.space(&at.state).text(step.action))
    }

    /// What a seat, or everyone, is told of the steps from `since` on; steps it is told nothing of are left out.
    pub fn log(&self, viewer: Option<Seat>, since: usize) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        for ply in since..self.ply() {
            let (Some(step), Some(before), Some(after)) = (self.steps.get(ply), self.state_at(ply), self.state_at(ply + 1)) else { break };
            let (text, revealed) =
                if step.kind == Kind::Timeout { (Some(TIMEOUT.to_owned()), Vec::new()) } else { seen(before, after, step.action, viewer) };
            if text.is_some() || !revealed.is_empty() {
                events.push(Event { ply, seat: step.seat, text, revealed });
            }
        }
        Ok(events)
    }

    /// Perfect recall: the first 16 bytes of a digest of the viewer's log. Cost: that of the steps since it was last asked for.
    pub fn information_state(&mut self, viewer: Option<Seat>) -> Result<[u8; 16]> {
        let place = viewer.map_or(MAX_SEATS, Seat::index);
        let mut chain = std::mem::take(&mut self.digests[place]);
        let mut digest = chain.last().copied().unwrap_or_else(|| self.first_digest(viewer));
        if chain.is_empty() {
            chain.push(digest);
        }
        let mut news = self.log(viewer, chain.len() - 1)?.into_iter().peekable();
        for ply in chain.len() - 1..self.ply() {
            if let Some(event) = news.next_if(|event| event.ply == ply) {
                let told = format!("{:?}", (event.ply, event.seat.map(|seat| seat.0), event.text, event.revealed));
                digest = Sha256::new().chain_update(digest).chain_update(told).finalize().into();
            }
            chain.push(digest);
        }
        self.digests[place] = chain;
        let mut short = [0; 16];
        for (place, byte) in short.iter_mut().zip(digest) {
            *place = byte;
        }
        Ok(short)
    }

    /// A match may start anywhere: what the viewer sees there is where its memory begins.
    fn first_digest(&self, viewer: Option<Seat>) -> [u8; 32] {
        let fingerprint = with_game!(self.game(), game => game.common().fingerprint);
        let seen = with_state!(self.start(), at => at.view(viewer).information_key());
        Sha256::new().chain_update(fingerprint).chain_update([viewer.map_or(u8::MAX, |seat| seat.0)]).chain_update(seen).finalize().into()
    }
}

/// What a viewer is told of an action that led from one state to the next.
fn seen(before: &AnyState, after: &AnyState, action: Action, viewer: Option<Seat>) -> (Option<String>, Vec<String>) {
    macro_rules! by_game {
        ($($variant:ident),*) => {
            match (before, after) {
                $((AnyState::$variant(before), AnyState::$variant(after)) => (
                    before.game.action_seen(&before.state, action, viewer),
                    before.game.revealed(&before.state, action, &after.state, viewer),
                ),)*
                #[allow(unreachable_patterns, reason = "a list of one game has no other pair")]
                _ => (None, Vec::new()),
            }
        };
    }
    crate::for_each_game!(by_game)
}
