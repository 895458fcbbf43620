use schema_runtime::Schema;

// R240: a sum of a string; at `a`
mod r240_total_of_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(a))]
        size: Option<i64>,
        #[field(optional)]
        a: Option<String>,
    }
}

// R240: a sum on a string; at `at_least_sum_of`
mod r240_total_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(a))]
        size: Option<String>,
        #[field(optional)]
        a: Option<i64>,
    }
}

fn main() {}
