use schema_runtime::Schema;

// R24: conflicts_with names no field; at `snapshot`
mod r024_conflicts_with_unknown {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(snapshot))]
        size_mb: Option<i64>,
        #[field(optional)]
        snapshot_id: Option<String>,
    }
}

// R24: a path into a scalar; at `name.first`
mod r024_into_a_scalar {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(name.first))]
        size_mb: Option<i64>,
        #[field(optional)]
        name: Option<String>,
    }
}

// R24: a misspelt field, which is not the one that asks; at `zonne`
mod r024_not_itself {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(zonne))]
        zone: Option<String>,
        #[field(optional)]
        region: Option<String>,
    }
}

// R24: a product of a misspelt field; at `widht`
mod r024_total_unknown {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, equal_to_product_of(widht))]
        size: Option<i64>,
        #[field(optional)]
        width: Option<i64>,
    }
}

fn main() {}
