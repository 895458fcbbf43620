// R231: a struct with a lifetime; at `<'a>`
mod lifetime {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image<'a> {
        #[field(required)]
        name: &'a str,
    }
}

// R231: a generic struct; at `<T>`
mod r231_generic {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Image<T> {
        #[field(required)]
        name: T,
    }
}

// syntax: a struct under both derives; at `Image`
mod struct_under_two_derives {
    use schema_runtime::{Schema, SchemaEnum};

    #[derive(Schema, SchemaEnum)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: Schema on a tuple struct; at `(String)`
mod tuple_struct {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Name(String);
}

// -: a union; at `union`
mod union {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    union Image {
        a: u32,
        b: u32,
    }
}

fn main() {}
