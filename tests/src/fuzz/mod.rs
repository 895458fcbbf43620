//! Properties that hold for any input: the bodies of the fuzz targets.
//!
//! Each takes bytes and panics where something does not hold. `fuzz/` runs them under libFuzzer;
//! the test `corpus` runs them over the corpora in the tree, findings included.

mod codecs;
mod conversion;
#[cfg(feature = "providers")]
mod hcl;
mod input;
mod numbers;
mod paths;
mod plans;
mod schemas;
#[cfg(feature = "providers")]
mod server;
#[cfg(feature = "providers")]
mod state_store;
mod types;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Block;
use schema_runtime::ty::Type;

pub use codecs::{flatmap, json, msgpack};
pub use conversion::conversion;
#[cfg(feature = "providers")]
pub use hcl::hcl;
pub use input::Input;
pub use numbers::number;
pub use paths::path;
pub use plans::{plan, plan_any};
pub use schemas::schema;
#[cfg(feature = "providers")]
pub use server::server;
#[cfg(feature = "providers")]
pub use state_store::state_store;
pub use types::type_json;

/// A target: its name, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("conversion", conversion),
    ("flatmap", flatmap),
    #[cfg(feature = "providers")]
    ("hcl", hcl),
    ("json", json),
    ("msgpack", msgpack),
    ("number", number),
    ("path", path),
    ("plan", plan),
    ("plan_any", plan_any),
    ("schema", schema),
    #[cfg(feature = "providers")]
    ("server", server),
    #[cfg(feature = "providers")]
    ("state_store", state_store),
    ("type_json", type_json),
];

/// Whether each step of an error's path is one into the type; behind a place of dynamic type any
/// step is.
fn leads_into(ty: &Type, path: &Path) -> bool {
    let mut ty = ty;
    for step in path.steps() {
        ty = match (ty, step) {
            (Type::Dynamic, _) => return true,
            (Type::List(element) | Type::Set(element), Step::Index(_) | Step::Element(_))
            | (Type::Map(element), Step::Key(_)) => element,
            (Type::Tuple(types), Step::Index(index)) => {
                match usize::try_from(*index).ok().and_then(|i| types.get(i)) {
                    Some(ty) => ty,
                    None => return false,
                }
            }
            (Type::Object(attributes), Step::Attribute(name)) => {
                match attributes.iter().find(|a| a.name == *name) {
                    Some(attribute) => &attribute.ty,
                    // One that is there and should not be is named too.
                    None => return true,
                }
            }
            _ => return false,
        };
    }
    true
}

/// The same of the type that a block's object has.
fn leads_into_block(block: &Block, path: &Path) -> bool {
    // Blocks with a dynamic part are tuples and objects on the wire.
    let ty = block.implied_type();
    ty.has_dynamic() || leads_into(&ty, path)
}
