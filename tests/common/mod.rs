//! What several test programs use.

pub mod files;
pub mod quick;
pub mod referees;
pub mod rounds;
pub mod sizes;
pub mod skip;
pub mod tours;
