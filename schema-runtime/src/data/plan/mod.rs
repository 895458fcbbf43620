//! [`PlanData`]: a resource in its plan hook.

mod hook;

// The documentation shows impl blocks in this order.
mod conditions;

mod dotted;
mod identity;
mod private;
mod whole;

pub use self::hook::PlanData;

/// What the plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanKind {
    /// There is no prior object (also the second plan of a replacement).
    Create,
    /// There is one, and something differs.
    Update,
    /// There is one, and nothing differs.
    NoOp,
}
