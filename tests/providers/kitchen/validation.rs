//! Validators and relations between fields.

use schema_provider::Path;
use schema_provider::prelude::*;

use super::provider::stored_resource;

/// Checked.
#[derive(Schema)]
#[schema(resource = "kitchen_checked")]
pub(crate) struct Checked {
    #[field(optional, validate = [length(2..=5), regex("^[a-z]+$")])]
    word: Option<String>,
    #[field(optional, validate = range(1..=10))]
    level: Option<i64>,
    #[field(optional, validate = one_of("red", "green"))]
    color: Option<String>,
    #[field(optional, validate = any(range(0.0..=1.0), range(100.0..=100.0)))]
    ratio: Option<f64>,
    #[field(optional, validate = [size(..=2), unique, each(length(1..))])]
    items: Vec<String>,
    #[field(optional, validate = [keys(regex("^k")), each(range(1..))])]
    table: BTreeMap<String, i64>,
    #[field(optional, conflicts_with(right))]
    left: Option<String>,
    #[field(optional)]
    right: Option<String>,
    #[field(optional, exactly_one_of(second, third))]
    first: Option<String>,
    #[field(optional, exactly_one_of(first, third))]
    second: Option<String>,
    #[field(optional, exactly_one_of(first, second))]
    third: Option<String>,
    #[field(optional, required_with(other_half))]
    half: Option<String>,
    #[field(optional)]
    other_half: Option<String>,
    #[field(optional, conflicts_with(pair.one))]
    single: Option<String>,
    #[field(block(single))]
    pair: Option<Pair>,
    #[field(optional, validate = custom = even)]
    even: Option<i64>,
}

/// A pair.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Pair {
    #[field(optional, conflicts_with(two))]
    one: Option<String>,
    #[field(optional)]
    two: Option<String>,
}

fn even(path: &Path, value: &i64) -> Diagnostics {
    let mut found = Diagnostics::new();
    if value % 2 != 0 {
        found.error_at(path.clone(), "An odd number", "Even ones only.");
    } else if *value == 0 {
        found.warn_at(path.clone(), "Zero", "Is that meant?");
    }
    found
}

stored_resource!(Checked);
