use schema_runtime::Schema;

// R225: a relation names a computed field; at `uuid`
mod r225_computed_target {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(uuid))]
        name: Option<String>,
        #[field(computed)]
        uuid: String,
    }
}

// R225: a sum of a computed field; at `used`
mod r225_total_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(used))]
        size: Option<i64>,
        #[field(computed)]
        used: Option<i64>,
    }
}

fn main() {}
