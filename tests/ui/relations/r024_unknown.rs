use schema_runtime::Schema;

#[derive(Schema)]
struct Boot {
    #[field(optional)]
    size_mb: Option<i64>,
}

// R24: a nested path with a name that is like no other; at `rotation`
mod r024_unknown_and_not_near {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(boot.rotation))]
        name: Option<String>,
        #[field(block(single))]
        boot: Option<Boot>,
    }
}

// R24: required_with names no field of a nested struct; at `sise_mb`
mod r024_unknown_in_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(boot.sise_mb))]
        name: Option<String>,
        #[field(block(single))]
        boot: Option<Boot>,
    }
}

fn main() {}
