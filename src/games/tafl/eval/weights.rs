//! The weight of each feature, from the objects' point of view.
//!
//! Tuned by hand, with matches against [`Material`](super::Material).

use super::features::Features;

/// Makes the start about even.
const ZERO: i32 = -450;
const OBJECT: i32 = 100;
const GUARD: i32 = -130;
const MOBILITY: i32 = -5;
const ESCAPE_SQUARE: i32 = -25;
/// In addition to its weight as an escape square.
const FORK: i32 = -65;
const OPEN: i32 = -60;
const BLOCKED_BY_OBJECT: i32 = -30;
const BLOCKED_BY_GUARD: i32 = -40;
const FAR_ESCAPE_SQUARE: i32 = -1;
const FAR_FORK: i32 = -1;
const REACHABLE_EDGE: i32 = -2;
const ENCLOSED: i32 = 60;
/// Nearly a win: λ cannot escape any more unless objects are captured.
const ENCIRCLED: i32 = 400;
const ADJACENT_OBJECT: i32 = 15;
const EXPOSED_GUARD: i32 = 20;
const CORNER_OBJECT: i32 = -40;
/// λ is safest where four objects are needed to capture it.
const ON_CENTRE: i32 = -60;
const BESIDE_CENTRE: i32 = -30;

/// The weighted sum of the features.
pub(super) const fn weighted_sum(features: &Features) -> i32 {
    ZERO + features.objects * OBJECT
        + features.guards * GUARD
        + features.mobility * MOBILITY
        + features.escape_squares * ESCAPE_SQUARE
        + features.forks * FORK
        + features.open * OPEN
        + features.blocked_by_object * BLOCKED_BY_OBJECT
        + features.blocked_by_guard * BLOCKED_BY_GUARD
        + features.far_escape_squares * FAR_ESCAPE_SQUARE
        + features.far_forks * FAR_FORK
        + features.reachable_edges * REACHABLE_EDGE
        + features.enclosed * ENCLOSED
        + features.encircled * ENCIRCLED
        + features.adjacent_objects * ADJACENT_OBJECT
        + features.exposed_guards * EXPOSED_GUARD
        + features.corner_objects * CORNER_OBJECT
        + features.on_centre * ON_CENTRE
        + features.beside_centre * BESIDE_CENTRE
}
