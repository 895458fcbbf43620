use schema_runtime::Schema;

// -: another name for volatile; at `always`
mod computed_always {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(computed(always))]
        sha256: String,
    }
}

// syntax: `when_changed` after an equals sign; at `when_changed`
mod computed_equals {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
        #[field(computed = when_changed(name))]
        size: i64,
    }
}

// syntax: a field in `computed`; at `name`
mod computed_of_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
        #[field(computed(name))]
        size: i64,
    }
}

// syntax: a value of `computed`; at `true`
mod computed_true {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed = true)]
        size: i64,
    }
}

// syntax: what changes the id, as of a field; at `computed`
mod computed_when_changed_on_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", computed(when_changed(name)))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

fn main() {}
