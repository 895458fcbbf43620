use schema_runtime::Schema;

// R224: a relation without names; at `conflicts_with`
mod r224_empty {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with())]
        name: Option<String>,
    }
}

// R224: a sum of nothing; at `at_least_sum_of`
mod r224_total_of_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of())]
        size: Option<i64>,
    }
}

// R224: a sum names a field twice; at `a`
mod r224_total_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_most_sum_of(a, a))]
        size: Option<i64>,
        #[field(optional)]
        a: Option<i64>,
    }
}

// R224: a relation names a field twice; at `size_mb`
mod r224_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(size_mb, size_mb))]
        name: Option<String>,
        #[field(optional)]
        size_mb: Option<i64>,
    }
}

fn main() {}
