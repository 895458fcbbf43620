// E0277: a default expression of another type; at `2 + 2`
mod r135_expression_of_another_type {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 2 + 2)]
        name: String,
    }
}

// E0308: a number as default of a newtype; at `80`
mod r135_number_for_a_newtype {
    use schema_runtime::{Schema, SchemaNewtype};

    #[derive(SchemaNewtype)]
    struct Port(u16);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 80)]
        port: Port,
    }
}

fn main() {}
