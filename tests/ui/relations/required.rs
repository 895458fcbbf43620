use schema_runtime::Schema;

// R20: a required field with a conflict; at `conflicts_with`
mod r020_required_conflicts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, conflicts_with(size_mb))]
        name: String,
        #[field(optional)]
        size_mb: Option<i64>,
    }
}

// R21: exactly_one_of on a required field; at `exactly_one_of`
mod r021_required_exactly_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, exactly_one_of(b))]
        a: String,
        #[field(optional)]
        b: Option<String>,
    }
}

// R22: at_least_one_of on a required field; at `at_least_one_of`
mod r022_required_at_least_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, at_least_one_of(b))]
        a: String,
        #[field(optional)]
        b: Option<String>,
    }
}

// R28: a conflict with a required field; at `name`
mod r028_conflicts_with_required {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(name))]
        size_mb: Option<i64>,
        #[field(required)]
        name: String,
    }
}

fn main() {}
