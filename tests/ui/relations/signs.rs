use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

// syntax: a relation as a list of strings; at `["b"]`
mod after_an_equals_sign {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, conflicts_with = ["b"])]
        a: Option<String>,
        #[field(optional)]
        b: Option<String>,
    }
}

// syntax: a relation with an equals sign; at `size_mb`
mod equals_sign {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with = size_mb)]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: fields in brackets; at `[size_mb, part]`
mod list_of_fields {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with([size_mb, part]))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: two fields without a comma; at `size`
mod without_comma {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
        #[field(optional)]
        size: Option<i64>,
        #[field(optional, conflicts_with(name size))]
        note: Option<String>,
    }
}

fn main() {}
