use schema_runtime::Schema;

// syntax: a relation with self; at `self`
mod self_before_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(self.size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        size_mb: i64,
    }
}

// syntax: when_changed with self; at `self`
mod self_in_when_changed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(computed(when_changed(self.size_mb)))]
        sha256: String,
    }
}

fn main() {}
