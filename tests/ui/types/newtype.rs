// -: two derives, of which one fits; at `#[schema(resource = "cloud_server")]`
mod newtype_beside_schema {
    use schema_provider::prelude::*;

    #[derive(Schema, SchemaNewtype)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
    }
}

// R231: a generic SchemaNewtype; at `<T>`
mod newtype_generic {
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    struct Wrapped<T>(T);
}

// syntax: SchemaNewtype on an enum; at `Kind`
mod newtype_of_an_enum {
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    enum Kind {
        Small,
    }
}

// syntax: SchemaNewtype on a struct of two fields; at `(String, u8)`
mod newtype_of_two_fields {
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    struct Pair(String, u8);
}

// syntax: validators on a SchemaNewtype; at `validate`
mod newtype_with_checks {
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    #[schema(validate = range(1..=10))]
    struct Level(u8);
}

fn main() {}
