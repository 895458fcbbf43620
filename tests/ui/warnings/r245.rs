#![deny(warnings)]
use schema_runtime::Schema;

// R245: an id that changes with a field that replaces the object; at `name`
mod r245_id_when_changed_replaces {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(when_changed(name)))]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R245: a field that changes with one that replaces the object; at `name`
mod r245_when_changed_replaces {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(computed(when_changed(name)))]
        arn: String,
    }
}

fn main() {}
