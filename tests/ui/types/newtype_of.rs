// E0277: a SchemaNewtype around a schema struct; at `Rule`
mod newtype_of_a_struct {
    use schema_runtime::{Schema, SchemaNewtype};

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(SchemaNewtype)]
    struct Wrapped(Rule);
}

// E0277: a SchemaNewtype around a type that is not a schema type; at `std::time::Instant`
mod newtype_of_no_schema_type {
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    struct At(std::time::Instant);
}

fn main() {}
