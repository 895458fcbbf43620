//! Of fields in a root that has no place for them: a provider's settings, a data source, a state store.

use super::{Part, Template};
use crate::violation::Text;

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
