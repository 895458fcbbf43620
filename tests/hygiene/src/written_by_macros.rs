//! Structs whose every part comes from somewhere else.

use schema_runtime::data::{Suppress, Val};
use schema_runtime::{Schema, SchemaEnum, SchemaNewtype};

macro_rules! part {
    ($(#[$doc:meta])* $name:ident = $type_name:literal, $field:ident: $ty:ty = $default:expr, $same:path, $least:expr, $check:path) => {
        $(#[$doc])*
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        pub struct $name {
            /// Given from outside.
            #[field(optional, default = $default, diff_suppress = $same, validate = range($least..))]
            pub $field: $ty,
            /// Written in the macro.
            #[field(optional, default = "text", validate = [length(1..), custom($check)])]
            pub text: String,
        }
    };
}

part!(
    /// A small one.
    Small = "part_small",
    size: i64 = 1 + 1,
    same_size,
    0,
    check::text
);
part!(
    /// A large one.
    Large = "part_large",
    amount: Option<f64> = 0.5,
    same_amount,
    0.0,
    check::text
);

// What compares two values is given both by reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn same_size(_: &Suppress<'_, Small>, old: &i64, new: &i64) -> bool {
    old == new
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn same_amount(_: &Suppress<'_, Large>, old: &f64, new: &f64) -> bool {
    old.total_cmp(new).is_eq()
}

mod check {
    use schema_runtime::diagnostics::Diagnostics;
    use schema_runtime::path::Path;

    pub(super) fn text(_: &Path, _: &str) -> Diagnostics {
        Diagnostics::new()
    }
}

macro_rules! types {
    ($enum:ident { $($variant:ident)* } $newtype:ident($inner:ty)) => {
        /// An enum.
        #[derive(SchemaEnum)]
        pub enum $enum {
            $(
                /// A variant.
                $variant,
            )*
        }

        /// A newtype.
        #[derive(SchemaNewtype)]
        pub struct $newtype($inner);
    };
}

types!(Kind { Boot Data } Port(u16));

/// A handle out of a macro is found as any other.
#[must_use]
pub fn is_zero(value: &Val<i64>) -> bool {
    let _ = (Small::SIZE, Large::AMOUNT, Small::TEXT);
    matches!(value, Val::Known(0))
}
