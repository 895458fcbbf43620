use schema_runtime::Schema;

// R217: a regular expression of another engine; at `r"(a)\1"`
mod r217_backreference {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"(a)\1"))]
        name: String,
    }
}

// R217: a regular expression of another engine; at `r"[a-z&&[^aeiou]]"`
mod r217_class_intersection {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"[a-z&&[^aeiou]]"))]
        name: String,
    }
}

// R217: a regular expression of another engine; at `r"a\Z"`
mod r217_end_of_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"a\Z"))]
        name: String,
    }
}

// R217: a regular expression of another engine; at `r"^(?!foo).*$"`
mod r217_look_around {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"^(?!foo).*$"))]
        name: String,
    }
}

// R217: a regular expression of another engine; at `r"*.txt"`
mod r217_nothing_to_repeat {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"*.txt"))]
        name: String,
    }
}

// R217: a regex that does not parse; at `"["`
mod r217_regex {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = regex("["))]
        name: String,
    }
}

// R217: a regular expression of another engine; at `r"^\p{L}+$"`
mod r217_unicode_class {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex(r"^\p{L}+$"))]
        name: String,
    }
}

fn main() {}
