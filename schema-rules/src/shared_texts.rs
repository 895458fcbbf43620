//! Texts of errors that more than one caller of the rules says: of findings that take two structs, the
//! one that nests and the one that is nested, and of what constants check.
//!
//! The derive sees one struct at a time and leaves these to constants that the compiler
//! evaluates; it takes the texts from here, so that the checks on schemas built at run time
//! say the same.

use alloc::format;
use alloc::string::String;

use crate::violation::Text;

/// A text with places for names, so that a constant too can put it together.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What is wrong.
    pub message: &'static [Part],
    /// What to write instead.
    pub help: &'static [Part],
}

/// A piece of a [`Template`].
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// These words.
    Text(&'static str),
    /// The name of the field that nests.
    Outer,
    /// The dotted name of the nested field.
    Inner,
    /// An annotation key.
    Key,
}

impl Template {
    /// The text with these names.
    #[must_use]
    pub fn fill(&self, outer: &str, inner: &str, key: &str) -> Text {
        let join = |parts: &[Part]| {
            let mut joined = String::new();
            for part in parts {
                joined.push_str(match part {
                    Part::Text(text) => text,
                    Part::Outer => outer,
                    Part::Inner => inner,
                    Part::Key => key,
                });
            }
            joined
        };
        Text {
            message: join(self.message),
            help: Some(join(self.help)),
        }
    }
}

fn text(message: String, help: &str) -> Text {
    Text {
        message,
        help: Some(String::from(help)),
    }
}

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

/// R82, R83, R87: a write-only field in a schema that is no resource's. `what` is `provider`,
/// `data source` or `provider_meta block`.
#[must_use]
pub fn write_only_outside_resource(what: &str, field: &str) -> Text {
    WRITE_ONLY_OUTSIDE_RESOURCE.fill(what, field, "")
}

/// R275 in a state store, whose fields are not sensitive either.
#[must_use]
pub fn write_only_in_state_store(field: &str) -> Text {
    WRITE_ONLY_IN_STATE_STORE.fill("state store", field, "")
}

/// The text of [`write_only_in_state_store`]: as in [`WRITE_ONLY_OUTSIDE_RESOURCE`].
pub const WRITE_ONLY_IN_STATE_STORE: Template = Template {
    message: WRITE_ONLY_OUTSIDE_RESOURCE.message,
    help: &[Part::Text(
        "take `write_only` out, and let users leave the value to the environment: `default_env(\"…\")`",
    )],
};

/// R285: a sensitive field in the configuration of a state store.
#[must_use]
pub fn sensitive_in_state_store(field: &str) -> Text {
    SENSITIVE_IN_STATE_STORE.fill("", field, "")
}

/// The text of [`sensitive_in_state_store`]: the inner one is the field.
pub const SENSITIVE_IN_STATE_STORE: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Inner,
        Part::Text(
            "` is sensitive, but Terraform keeps the configuration of a state store in plain text",
        ),
    ],
    help: &[Part::Text(
        "take `sensitive` out, and let users leave the value to the environment: `default_env(\"…\")`",
    )],
};

/// The text of [`write_only_outside_resource`]: the outer one is the schema, the inner the field.
pub const WRITE_ONLY_OUTSIDE_RESOURCE: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Inner,
        Part::Text(
            "` is write-only, which only fields of resources and actions can be, not of this ",
        ),
        Part::Outer,
    ],
    help: &[Part::Text(
        "use `sensitive` to keep the value out of Terraform's output",
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

/// R256: a computed block in a schema that is no resource's; `what` names the schema.
#[must_use]
pub fn computed_block_elsewhere(what: &str, field: &str) -> Text {
    COMPUTED_BLOCK_ELSEWHERE.fill(what, field, "")
}

/// The text of [`computed_block_elsewhere`]: the outer one is the schema, the inner the field.
pub const COMPUTED_BLOCK_ELSEWHERE: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Inner,
        Part::Text("` is a computed block, which only a resource can have, not this "),
        Part::Outer,
    ],
    help: &[Part::Text(
        "make it a nested attribute: `computed, nested(list)`, `nested(single)` … instead of \
           `computed, block(…)`",
    )],
};

/// R227: a computed field of settings. `what` is `provider` or `provider_meta block`.
#[must_use]
pub fn computed_setting(what: &str, field: &str) -> Text {
    COMPUTED_SETTING.fill(what, field, "")
}

/// The text of [`computed_setting`]: the outer one is the schema, the inner the field.
pub const COMPUTED_SETTING: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Inner,
        Part::Text("` is computed, but nothing computes "),
        Part::Outer,
        Part::Text(" settings"),
    ],
    help: &[Part::Text(
        "make it required or optional; a default may fill it in",
    )],
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

/// The text of R222 where nothing updates: the outer one is the type.
pub const UPDATE_TIMEOUT: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` has a timeout for `update`, but no update"),
    ],
    help: &[Part::Text(
        "take `update` out of `timeouts(…)`, or implement `Update` for it",
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

/// R60: a resource without update with fields that can change in place.
#[must_use]
pub fn update_missing(type_name: &str, fields: &[&str]) -> Text {
    UPDATE_MISSING.fill(type_name, &list(fields), "")
}

/// The text of [`update_missing`]: the outer one is the type, the inner the fields.
pub const UPDATE_MISSING: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` has no update, but "),
        Part::Inner,
        Part::Text(" can change in place"),
    ],
    help: &[Part::Text(
        "implement `Update` for it, or mark every such field `force_new` so that a change \
         replaces the resource",
    )],
};

/// R61: a resource with update where nothing can change in place.
#[must_use]
pub fn update_superfluous(type_name: &str) -> Text {
    UPDATE_SUPERFLUOUS.fill(type_name, "", "")
}

/// The text of [`update_superfluous`]: the outer one is the type.
pub const UPDATE_SUPERFLUOUS: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` has an update that can never run: no field can change in place"),
    ],
    help: &[Part::Text(
        "remove the `Update` implementation, or take `force_new` from a field that the API can \
         change",
    )],
};

/// The text of R123: the outer one is the provider, the inner the type, the key the
/// type's name after its first underscore, or all of it.
pub const TYPE_PREFIX: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Inner,
        Part::Text("` does not start with the provider's name `"),
        Part::Outer,
        Part::Text("`"),
    ],
    help: &[
        Part::Text("Terraform finds the provider by that prefix: name it `"),
        Part::Outer,
        Part::Text("_"),
        Part::Key,
        Part::Text("`"),
    ],
};

/// The text of R234, a provider with the `provider_meta` of another: the outer one is the
/// provider, the inner the other.
pub const PROVIDER_META_NAME: Template = Template {
    message: &[
        Part::Text("the provider `"),
        Part::Outer,
        Part::Text("` cannot take the `provider_meta` of `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[
        Part::Text(
            "Terraform gives a provider the blocks of its own name: write `#[schema(provider_meta = \"",
        ),
        Part::Outer,
        Part::Text("\")]` on that struct"),
    ],
};

/// R289: a list resource whose struct names another type: the outer one is the resource's type, the inner the struct's.
pub const LIST_OF_ANOTHER: Template = Template {
    message: &[
        Part::Text("the list resource of `"),
        Part::Outer,
        Part::Text("` takes what is written for `"),
        Part::Inner,
        Part::Text("`"),
    ],
    help: &[
        Part::Text("write `#[schema(list = \""),
        Part::Outer,
        Part::Text("\")]` on the struct that `type Filter` names"),
    ],
};

/// R288: a list of objects that nothing identifies.
pub const LIST_WITHOUT_IDENTITY: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` cannot be listed: nothing identifies its objects"),
    ],
    help: &[
        Part::Text("write `#[schema(resource = \""),
        Part::Outer,
        Part::Text("\", identity(…))]` with the fields by which an object is imported"),
    ],
};

/// The text of R145: the outer one is what it is, the inner the type.
pub const DUPLICATE_TYPE: Template = Template {
    message: &[
        Part::Text("the "),
        Part::Outer,
        Part::Text(" `"),
        Part::Inner,
        Part::Text("` is registered twice"),
    ],
    help: &[Part::Text(
        "remove one of the two, or give it another type name",
    )],
};

/// R23: the index `part` in the relation `path`.
#[must_use]
pub fn relation_index(path: &str, part: &str) -> Text {
    text(
        format!("`{path}` has the index {part}"),
        "a relation names fields, not elements: leave the index out",
    )
}

/// R216: the default `shown` of `field`, which `validator` refuses; `wants` says why.
#[must_use]
pub fn default_invalid(field: &str, shown: &str, validator: &str, wants: &str) -> Text {
    text(
        format!(
            "the default of `{field}` is {shown}, which its own validator `{validator}` refuses"
        ),
        &format!("{wants}: change the default or the validator"),
    )
}

/// R213: the interval `shown` of `field`, in which nothing fits.
#[must_use]
pub fn interval_reversed(field: &str, shown: &str) -> Text {
    text(
        format!("nothing fits in `{shown}` of `{field}`"),
        "the lower end comes first",
    )
}

/// R212: a list of allowed values that has one twice.
#[must_use]
pub fn listed_twice(validator: &str, field: &str, shown: &str) -> Text {
    text(
        format!("`{validator}` of `{field}` lists {shown} twice"),
        "remove one of the two",
    )
}

/// R235: `validator` with the divisor 0.
#[must_use]
pub fn divisor_zero(validator: &str) -> Text {
    text(
        format!("nothing but 0 is a multiple of 0, in `{validator}`"),
        "name the number that divides the value: `divisible_by(512)`",
    )
}

/// R239: `outer` prefers the field `inner`, which is not write-only. The key is the annotation's.
pub const NOT_WRITE_ONLY: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Key,
        Part::Text("` names `"),
        Part::Inner,
        Part::Text("`, which is not write-only"),
    ],
    help: &[Part::Text(
        "name the field that keeps the value out of the state: `write_only`",
    )],
};

/// R240: `outer` is compared to a sum or product of which `inner` is no number.
pub const NOT_A_NUMBER: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Key,
        Part::Text("` names `"),
        Part::Inner,
        Part::Text("`, which is no number"),
    ],
    help: &[Part::Text("name fields that hold one number each")],
};

/// R203: the plain optional field `field` without default.
#[must_use]
pub fn optional_without_room(field: &str) -> Text {
    OPTIONAL_WITHOUT_ROOM.fill(field, "…", "")
}

/// The text of [`optional_without_room`]: the outer one is the field, the inner its type in Rust. Who comes from
/// Go writes it first, where an unset value reads as zero.
pub const OPTIONAL_WITHOUT_ROOM: Template = Template {
    message: &[
        Part::Text("`"),
        Part::Outer,
        Part::Text("` is optional without default, but its type has no room for an unset value"),
    ],
    help: &[
        Part::Text(
            "a field that is not set is null, which is not zero or empty as in Go: write `Option<",
        ),
        Part::Inner,
        Part::Text(">` (`None` is null), or give the field a `default`"),
    ],
};

/// Names in backticks: `a`, `b` and 3 more.
fn list(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let mut out = String::new();
    for (i, name) in names.iter().take(SHOWN).enumerate() {
        if i > 0 {
            out.push_str(if i + 1 == names.len() { " and " } else { ", " });
        }
        out.push_str(&format!("`{name}`"));
    }
    if names.len() > SHOWN {
        out.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    out
}
