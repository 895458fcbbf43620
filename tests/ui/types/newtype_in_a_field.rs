use schema_runtime::{Schema, SchemaNewtype};

// -: a newtype of two, which a field has; at `(String, i64)`
mod of_two {
    use super::*;

    #[derive(SchemaNewtype)]
    struct Pair(String, i64);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        pair: Pair,
    }
}

// -: both derives on a struct around one value, which a field has; at `(String)`
mod both {
    use super::*;

    #[derive(Schema, SchemaNewtype)]
    struct Label(String);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        label: Label,
    }
}

fn main() {}
