use schema_provider::prelude::*;

// -: a range among values; at `1`
mod range_in_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = one_of(1..3))]
        level: Option<i64>,
    }
}

// -: a range that does not say what it limits; at `1`
mod range_in_parentheses {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = (1..=5))]
        level: Option<i64>,
    }
}

// -: the ends of a range as in Go; at `range`
mod range_of_two {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = range(1, 64))]
        cores: i64,
    }
}

fn main() {}
