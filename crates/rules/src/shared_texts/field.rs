//! Errors about one field: its type, its default, its validators, the fields that it names.

use alloc::format;

use crate::violation::Text;

/// R23: the index `part` in the relation `path`.
#[must_use]
pub fn relation_index(path: &str, part: &str) -> Text {
    Text::new(
        format!("`{path}` has the index {part}"),
        "a relation names fields, not elements: remove the index",
    )
}

/// R216: the default or fallback (`what`) `shown` of `field`, which `validator` rejects; `wants`
/// says why.
#[must_use]
pub fn default_invalid(
    what: &str,
    (field, shown): (&str, &str),
    validator: &str,
    wants: &str,
) -> Text {
    Text::new(
        format!(
            "the {what} of `{field}` is {shown}, which its own validator `{validator}` rejects"
        ),
        format!("{wants}: change the {what} or the validator"),
    )
}

/// R213: the empty interval `shown` of `field`.
#[must_use]
pub fn interval_reversed(field: &str, shown: &str) -> Text {
    Text::new(
        format!("nothing fits in `{shown}` of `{field}`"),
        "the lower end comes first",
    )
}

/// R212: a list of allowed values with a duplicate.
#[must_use]
pub fn listed_twice(validator: &str, field: &str, shown: &str) -> Text {
    Text::new(
        format!("`{validator}` of `{field}` lists {shown} twice"),
        "remove one of the two",
    )
}

/// R235: `validator` with the divisor 0.
#[must_use]
pub fn divisor_zero(validator: &str) -> Text {
    Text::new(
        format!("nothing but 0 is a multiple of 0, in `{validator}`"),
        "name the number that divides the value: `divisible_by(512)`",
    )
}

templates! {
    /// R239: `outer` prefers the field `inner`, which is not write-only. The key is an annotation
    /// key.
    NOT_WRITE_ONLY:
        ["`" key "` names `" inner "`, which is not write-only"]
        help ["name the field that keeps the value out of the state: `write_only`"];
    /// R240: `outer` is compared to a sum or product that contains `inner`, which is not a number.
    NOT_A_NUMBER:
        ["`" key "` names `" inner "`, which is not a number"]
        help ["name fields that hold one number each"];
    /// R203: a plain optional field without default: `outer` is the field, `inner` its Rust type,
    /// or `…`. Developers who know Go, where an unset value reads as zero, often write it.
    OPTIONAL_WITHOUT_ROOM:
        ["`" outer "` is optional without default, but its type is not nullable"]
        help ["a field that is not set is null, not zero or empty as in Go: write `Option<" inner
            ">` (`None` is null), or give the field a `default`"];
    /// R203: an optional and computed field, likewise.
    OPTIONAL_COMPUTED_WITHOUT_ROOM:
        ["`" outer "` is optional and computed, but its type is not nullable"]
        help ["omitted and set to zero differ: write `Option<" inner ">` (`None` leaves it to the provider)"];
}

/// The help of R203 for a field that may also be computed.
#[must_use]
pub const fn optional_without_room(computed: bool) -> &'static super::Template {
    match computed {
        true => &OPTIONAL_COMPUTED_WITHOUT_ROOM,
        false => &OPTIONAL_WITHOUT_ROOM,
    }
}
