//! [`Samples`]: which values a test may try, from what a validator asks.

use crate::refs::Text;

/// What a predicate says of values that it accepts.
#[derive(Clone, Copy, Debug)]
pub enum Samples<'a> {
    /// These texts.
    Texts(&'a [Text]),
    /// These whole numbers.
    Integers(&'a [i128]),
    /// These numbers.
    Numbers(&'a [f64]),
    /// Texts, or collections, of a length within bounds.
    Lengths {
        /// The least.
        min: Option<u64>,
        /// The greatest.
        max: Option<u64>,
    },
    /// Numbers within whole bounds.
    Between {
        /// The least.
        min: Option<i128>,
        /// The greatest.
        max: Option<i128>,
    },
    /// Numbers within bounds.
    FloatBetween {
        /// The least.
        min: Option<f64>,
        /// The greatest, or what they are below.
        max: Option<f64>,
        /// `max` itself is not meant.
        below: bool,
    },
    /// It bounds nothing, or nothing that is sensible: whoever tries a value sees whether it
    /// passes.
    Any,
}
