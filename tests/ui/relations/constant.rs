use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

// syntax: a total with the constant of a nested field; at `Part`
mod constant_in_a_total {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(Part::SIZE_MB))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: exactly_one_of with the constant of a field; at `Image`
mod constant_in_exactly_one_of {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, exactly_one_of(Image::SIZE_MB))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: when_changed with the constant of a field; at `Image`
mod constant_in_when_changed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(computed(when_changed(Image::SIZE_MB)))]
        sha256: String,
    }
}

// syntax: a relation with the constant of a field; at `Image`
mod constant_of_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(Image::SIZE_MB))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// R24: a field in capitals; at `SIZE_MB`
mod constant_without_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(SIZE_MB))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

fn main() {}
