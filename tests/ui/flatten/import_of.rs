use schema_runtime::Schema;

#[derive(Schema)]
pub struct Common {
    #[field(optional)]
    region: Option<String>,
    #[field(computed)]
    owner: String,
    #[field(optional)]
    zones: Vec<String>,
    #[field(optional, write_only)]
    token: Option<String>,
}

// across: a pattern of import ids names a computed field of a flattened struct; at `"{owner}"`
mod import_of_a_computed_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{owner}")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

// across: a pattern of import ids names a list of a flattened struct; at `"{zones}"`
mod import_of_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{zones}")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

// across: a pattern of import ids names a write-only field of a flattened struct; at `"{token}"`
mod import_of_a_write_only_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{token}")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

// across: a pattern of import ids names no field, nor one of a flattened struct; at `"{regoin}"`
mod import_of_no_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{regoin}")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

fn main() {}
