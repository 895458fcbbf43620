use schema_runtime::Schema;

// syntax: the type as a key; at `type`
mod type_as_a_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(type = "string", required)]
        name: String,
    }
}

// syntax: a type as in Go; at `schema`
mod type_of_go {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(schema::TypeString, required)]
        name: String,
    }
}

// syntax: a key of another library; at `type`
mod type_of_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(type = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
    }
}

fn main() {}
