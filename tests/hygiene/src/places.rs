//! Structs that few can see, and fields that nobody else can.

use schema_runtime::Schema;
use schema_runtime::object::block;

mod inner {
    use schema_runtime::{Schema, SchemaEnum};

    /// In this module alone.
    #[derive(Schema)]
    struct Hidden {
        #[field(optional, default = Mood::Calm)]
        mood: Mood,
    }

    #[derive(SchemaEnum)]
    enum Mood {
        Calm,
    }

    pub(super) mod deeper {
        /// Seen by two modules.
        #[derive(schema_runtime::Schema)]
        pub(in crate::places) struct Deep {
            #[field(block(list))]
            hidden: Vec<super::Hidden>,
            #[field(optional)]
            pub(super) text: Option<String>,
        }
    }
}

/// Public, with fields that are not, of a type that is not.
#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(block(list))]
    hidden: Vec<inner::deeper::Deep>,
}

/// The fields of a struct that is in a function.
#[must_use]
pub fn in_a_function() -> Vec<&'static str> {
    /// Seen by nobody else.
    #[derive(Schema)]
    struct Local {
        #[field(required)]
        text: String,
        #[field(block(single))]
        inside: Option<inner::deeper::Deep>,
    }
    block::<Local>()
        .fields
        .iter()
        .map(|field| &*field.name)
        .collect()
}
