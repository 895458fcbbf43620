use schema_runtime::Schema;

// force_new with another option than when; at `force_new`
mod force_new_if {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, force_new(if_changed = |old, new| new < old))]
        size_mb: i64,
    }
}

// syntax: a key of fields on the struct; at `force_new`
mod force_new_on_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", force_new)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// force_new(when) with a string in place of a closure; at `"new < old"`
mod force_new_when_of_a_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, force_new(when = "new < old"))]
        size_mb: i64,
    }
}

// force_new(when) with a closure of one argument; at `|`
mod force_new_when_of_one {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, force_new(when = |new| *new < 8))]
        size_mb: i64,
    }
}

fn main() {}
