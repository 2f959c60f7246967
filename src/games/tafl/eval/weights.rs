//! What each trait of a position is worth.
//!
//! Found by hand, with matches against [`Plain`](super::Plain). All is seen by the objects.

use super::traits::Traits;

/// What makes the start about even.
const ZERO: i32 = -450;
const OBJECT: i32 = 100;
const GUARD: i32 = -130;
const FREEDOM: i32 = -5;
const LOOKOUT: i32 = -25;
/// Beyond its worth as a lookout.
const FORK: i32 = -65;
const OPEN: i32 = -60;
const HELD_BY_OBJECT: i32 = -30;
const HELD_BY_GUARD: i32 = -40;
const FAR_LOOKOUT: i32 = -1;
const FAR_FORK: i32 = -1;
const WAY_OUT: i32 = -2;
const SEALED: i32 = 60;
/// Nearly a win: λ cannot get away any more unless objects are captured.
const ENCIRCLED: i32 = 400;
const HUNTER: i32 = 15;
const EXPOSED_GUARD: i32 = 20;
const CORNERED: i32 = -40;
/// λ is safest where only four objects capture it.
const AT_HOME: i32 = -60;
const AT_THE_DOOR: i32 = -30;

/// The sum of the weighed traits.
pub(super) const fn weigh(traits: &Traits) -> i32 {
    ZERO + traits.objects * OBJECT
        + traits.guards * GUARD
        + traits.freedom * FREEDOM
        + traits.lookouts * LOOKOUT
        + traits.forks * FORK
        + traits.open * OPEN
        + traits.held_by_object * HELD_BY_OBJECT
        + traits.held_by_guard * HELD_BY_GUARD
        + traits.far_lookouts * FAR_LOOKOUT
        + traits.far_forks * FAR_FORK
        + traits.ways_out * WAY_OUT
        + traits.sealed * SEALED
        + traits.encircled * ENCIRCLED
        + traits.hunters * HUNTER
        + traits.exposed_guards * EXPOSED_GUARD
        + traits.cornered * CORNERED
        + traits.at_home * AT_HOME
        + traits.at_the_door * AT_THE_DOOR
}
