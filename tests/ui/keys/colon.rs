use schema_runtime::Schema;

// -: a key with a colon; at `:`
mod colon {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required: true)]
        name: String,
    }
}

// -: a value after a colon; at `:`
mod colon_before_a_value {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default: 5)]
        size: i64,
    }
}

// syntax: a colon in a block; at `:`
mod colon_in_block {
    use super::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, max_items: 3))]
        part: Vec<Part>,
    }
}

// syntax: a colon in the timeouts; at `:`
mod colon_in_timeouts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(create: "10m"))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// -: a key as Go writes it; at `:`
mod colon_of_go {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, ForceNew: true)]
        name: String,
    }
}

fn main() {}
