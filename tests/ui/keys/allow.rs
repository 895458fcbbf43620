use schema_runtime::Schema;

// R219: allow of an unknown rule; at `computed_in_sets`
mod r219_allow_unknown {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, allow(computed_in_sets, reason = "it is small"))]
        name: Option<String>,
    }
}

// R220: allow without a reason; at `force_new_default`
mod r220_allow_without_reason {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, force_new, default = 1, allow(force_new_default))]
        size_mb: i64,
    }
}

fn main() {}
