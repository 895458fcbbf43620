use schema_runtime::Schema;

// R29: a relation with a field that is computed when others change; at `b`
mod r029_computed_when_target {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(b))]
        a: Option<String>,
        #[field(optional, computed(when_changed(a)))]
        b: Option<String>,
    }
}

// R42: at_least_one_of on a computed-only field; at `at_least_one_of`
mod r042_computed_at_least_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, at_least_one_of(b))]
        a: String,
        #[field(optional)]
        b: Option<String>,
    }
}

// R43: conflicts_with on a computed-only field; at `conflicts_with`
mod r043_computed_conflicts_with {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, conflicts_with(b))]
        a: String,
        #[field(optional)]
        b: Option<String>,
    }
}

// R47: exactly_one_of on a computed-only field; at `exactly_one_of`
mod r047_computed_exactly_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, exactly_one_of(b))]
        a: String,
        #[field(optional)]
        b: Option<String>,
    }
}

// R209: a sum on a computed field; at `equal_to_sum_of`
mod r209_total_on_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, equal_to_sum_of(a))]
        size: Option<i64>,
        #[field(optional)]
        a: Option<i64>,
    }
}

fn main() {}
