//! Of structs together: the outer one is the field that nests, the inner the nested one.

use alloc::format;

use super::{Part, Template, text};
use crate::violation::Text;

/// R108: a computed field inside the element of the set `outer`.
#[must_use]
pub fn computed_in_set(outer: &str, inner: &str) -> Text {
    text(
        format!("`{outer}` is a set whose elements have the computed field `{inner}`"),
        "an element of a set has no identity but its value: use a list or map, give the set a \
         `set_key`, or keep it with `allow(computed_in_set, reason = \"…\")`",
    )
}

/// R107: a set inside the element of the set `outer`.
#[must_use]
pub fn set_in_set(outer: &str, inner: &str) -> Text {
    text(
        format!("`{outer}` is a set whose elements hold the set `{inner}`"),
        "one change inside replaces the whole outer element: use a list or map for one of the \
         two, or keep it with `allow(set_in_set, reason = \"…\")`",
    )
}

/// R141, R139, C16, C19, R35: a write-only field inside the set `outer`.
#[must_use]
pub fn write_only_in_set(outer: &str, inner: &str) -> Text {
    WRITE_ONLY_IN_SET.fill(outer, inner, "")
}

/// The text of [`write_only_in_set`].
pub const WRITE_ONLY_IN_SET: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is a set whose elements have the write-only field `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[Part::Text(
        "a write-only value is not stored, so elements of a set could not be told apart: use a \
           list, a map or a single struct",
    )],
};

/// R140, R36: a write-only field inside the computed structure `outer`.
#[must_use]
pub fn write_only_in_computed(outer: &str, inner: &str) -> Text {
    WRITE_ONLY_IN_COMPUTED.fill(outer, inner, "")
}

/// The text of [`write_only_in_computed`].
pub const WRITE_ONLY_IN_COMPUTED: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is computed but holds the write-only field `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[Part::Text(
        "a write-only value comes from the configuration and is never stored: make the \
           structure required or optional only, or the field not write_only",
    )],
};

/// R138: a child of the write-only structure `outer` that is not write-only.
#[must_use]
pub fn stored_in_write_only(outer: &str, inner: &str) -> Text {
    STORED_IN_WRITE_ONLY.fill(outer, inner, "")
}

/// The text of [`stored_in_write_only`].
pub const STORED_IN_WRITE_ONLY: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is write-only but its field `"),
        Part::Inner,
        Part::Text("` is not"),
    ],
    help: &[Part::Text(
        "mark every field inside `write_only`, or only those that need it and not the whole",
    )],
};

/// R137, C16, C19: a dynamic value inside the repeated structure or collection `outer`.
#[must_use]
pub fn dynamic_in_collection(outer: &str, inner: &str) -> Text {
    DYNAMIC_IN_COLLECTION.fill(outer, inner, "")
}

/// The text of [`dynamic_in_collection`].
pub const DYNAMIC_IN_COLLECTION: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is repeated but holds the dynamic value `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[Part::Text(
        "all elements must have one type: move the dynamic value to the root or into a single \
           struct, or give it a type",
    )],
};

/// R228: a two-argument suppress function, or a state function, inside the set `outer`.
#[must_use]
pub fn suppress_in_set(outer: &str, inner: &str, key: &str) -> Text {
    SUPPRESS_IN_SET.fill(outer, inner, key)
}

/// The text of [`suppress_in_set`].
pub const SUPPRESS_IN_SET: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Key,
        Part::Text("` of `"),
        Part::Inner,
        Part::Text("` cannot work inside the set `"),
        Part::Outer,
        Part::Text("`"),
    ],
    help: &[Part::Text(
        "elements of a set are found by hashing them, which a function of two values cannot \
           serve: give the canonical form with `canonical = path` (`fn(&T) -> Canonical`)",
    )],
};

/// R253: a field `inner` of the computed block `outer` that is not computed.
#[must_use]
pub fn computed_block_content(outer: &str, inner: &str) -> Text {
    COMPUTED_BLOCK_CONTENT.fill(outer, inner, "")
}

/// The text of [`computed_block_content`].
pub const COMPUTED_BLOCK_CONTENT: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is a computed block, but its field `"),
        Part::Inner,
        Part::Text("` is not computed"),
    ],
    help: &[Part::Text(
        "where the provider chooses the blocks, it chooses all that is in them: make the field \
           `computed` or `optional, computed`, or the structure a nested attribute, as `optional, \
           computed, nested(list)`",
    )],
};

/// R254: a computed single block whose type is no Option.
#[must_use]
pub fn computed_block_required(name: &str) -> Text {
    COMPUTED_BLOCK_REQUIRED.fill(name, "", "")
}

/// The text of [`computed_block_required`].
pub const COMPUTED_BLOCK_REQUIRED: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text(
            "` is a computed block, which the configuration may leave out, but its type says that it is there",
        ),
    ],
    help: &[Part::Text("wrap the type in `Option<…>`")],
};

/// The text of R248: the outer one is the field, whose type is a resource or a data source.
pub const ROOT_AS_BLOCK: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text(
            "` holds a resource or data source, which has an id of its own and cannot be a block",
        ),
    ],
    help: &[Part::Text(
        "nest a struct of the fields that are meant, without `#[schema(resource = …)]`; to refer to \
           another object, hold its id: `disk_id: String`",
    )],
};

/// R11: a block inside a nested attribute.
#[must_use]
pub fn block_in_attribute(outer: &str, inner: &str) -> Text {
    BLOCK_IN_ATTRIBUTE.fill(outer, inner, "")
}

/// The text of [`block_in_attribute`].
pub const BLOCK_IN_ATTRIBUTE: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is an attribute, which cannot hold the block `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[Part::Text(
        "make the inner one an attribute too with `nested(…)`, or the outer one a block",
    )],
};

/// R230: the struct `name` contains itself through `field`.
#[must_use]
pub fn recursive(field: &str) -> Text {
    RECURSIVE.fill(field, "", "")
}

/// The text of [`recursive`].
pub const RECURSIVE: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` makes the struct contain itself, but a schema has an end"),
    ],
    help: &[Part::Text(
        "nest a struct of its own for each level, or take the value as text (JSON) or as Dynamic",
    )],
};
