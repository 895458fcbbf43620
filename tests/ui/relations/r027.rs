use schema_runtime::Schema;

// R27: a field conflicts with itself; at `name`
mod r027_conflicts_with_itself {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(name))]
        name: Option<String>,
    }
}

// R27: a sum of the field itself; at `size`
mod r027_total_of_itself {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, equal_to_sum_of(size))]
        size: Option<i64>,
    }
}

fn main() {}
