use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

// syntax: flatten of a list; at `Vec<Common>`
mod a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Vec<Common>,
    }
}

// syntax: a pattern of import ids leads through a flattened struct; at `"{common.region}"`
mod import_by_a_path {
    use super::*;

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

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{common.region}")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

// R24: a relation that names a flattened struct as a whole; at `common`
mod r024_flattened_struct {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional)]
        zone: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
        #[field(optional, conflicts_with(common))]
        size_mb: Option<i64>,
    }
}

// syntax: flatten with another key; at `optional`
mod with_another_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten, optional)]
        common: Common,
    }
}

fn main() {}
