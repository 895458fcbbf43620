//! Of what a provider registers: a whole type, and types together.

use alloc::format;
use alloc::string::String;

use super::{Part, Template};
use crate::violation::Text;

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
