// syntax: annotations without the derive that reads them; at `resource = "disk_image"`
mod no_derive {
    use schema_provider::prelude::*;

    #[derive(Debug)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(optional, default = 512, validate = range(1..=4096))]
        size_mb: i64,
    }

    fn name(image: &ResourceData<Image>) -> String {
        image.get(Image::NAME)
    }
}

// syntax: the same of an enum; at `crate = ::schema_provider`
mod no_derive_of_an_enum {
    use schema_provider::prelude::*;

    #[schema(crate = ::schema_provider)]
    enum Format {
        Raw,
        Qcow2,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        format: Option<Format>,
    }
}

// syntax: a value without its sign; at `range`
mod no_equals {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 2, validate range(1..=64))]
        cores: i64,
    }
}

fn main() {}
