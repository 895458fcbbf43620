//! Functions whose arguments may contain null.

use schema_provider::prelude::*;

/// What may be missing in it.
pub type Row = Vec<Option<String>>;

macro_rules! shown {
    ($($struct:ident $name:literal [$($variadic:ident)?] $ty:ty;)*) => {$(
        /// Returns what it gets as text.
        #[derive(Function)]
        #[function(name = $name, output = String)]
        pub struct $struct {
            $(#[param($variadic)])?
            value: $ty,
        }

        impl Function for $struct {
            fn call(self) -> FunctionResult<String> {
                Ok(format!("{:?}", self.value))
            }
        }
    )*};
}

shown! {
    Rows "rows" [variadic] Vec<Vec<Option<String>>>;
    AliasRows "alias_rows" [variadic] Vec<Row>;
    MaybeRows "maybe_rows" [variadic] Vec<Option<Vec<String>>>;
    Grid "grid" [] BTreeMap<String, Vec<Option<String>>>;
    Pair "pair" [] (i64, Option<String>);
    Pairs "pairs" [variadic] Vec<(i64, Vec<Option<String>>)>;
    DeepPairs "deep_pairs" [] Vec<Option<((bool, String), Vec<i64>)>>;
    Tagset "tagset" [] Set<String>;
}

/// A thing with tags.
#[derive(Schema)]
#[schema(block)]
pub struct Tagged {
    #[field(required)]
    tags: Vec<i64>,
}

/// All tags.
#[derive(Function)]
#[function(name = "tags", output = i64)]
pub struct Tags {
    #[param(variadic, nested(list))]
    things: Vec<Tagged>,
}

impl Function for Tags {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.things.iter().flat_map(|thing| &thing.tags).sum())
    }
}
