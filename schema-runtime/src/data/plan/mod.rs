//! [`PlanData`]: a resource in its plan hook.

mod hook;

// The documentation shows impl blocks in this order.
mod conditions;

mod dotted;
mod identity;
mod private;
mod whole;

pub use self::hook::PlanData;

/// The kind of change that the plan makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanKind {
    /// No prior object exists (also in the second plan of a replacement).
    Create,
    /// A prior object exists, and something differs.
    Update,
    /// A prior object exists, and nothing differs.
    NoOp,
}
