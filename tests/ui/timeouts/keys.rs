use schema_runtime::Schema;

// syntax: a description of the block timeouts; at `"How long."`
mod own_description {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(create = "10m", description = "How long."))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R93: a timeout of an unknown operation; at `craete`
mod r093_unknown_operation {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(craete = "1m"))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// R221: a timeout that is not a duration; at `"soon"`
mod r221_no_duration {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(create = "soon"))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: operations without their timeouts, reported once; at `create`
mod without_durations {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(create, delete))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
