use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

// R25: a handle of an element in a relation; at `Image::PART.at(0).then(Part::SIZE_MB)`
mod handle_of_an_element {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(Image::PART.at(0).then(Part::SIZE_MB)))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: when_changed with a string; at `"size_mb"`
mod name_in_quotes_in_when_changed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(computed(when_changed("size_mb")))]
        sha256: String,
    }
}

// R296: a conflict with a removed field; at `size`
mod r296_conflicts_with_removed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(size))]
        size_mb: Option<i64>,
        #[field(optional, removed = "use `size_mb`")]
        size: Option<i64>,
    }
}

// syntax: a relation with a reference; at `&`
mod reference_to_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(&size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// syntax: a relation with the struct; at `Image`
mod struct_before_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(Image.size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }
}

// -: a relation with a field whose own keys cannot be read; at `write_onyl`
mod target_cannot_be_read {
    use super::*;
    use schema_runtime::field_type::Secret;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, sensitive, prefer_write_only(passphrase_wo))]
        passphrase: Option<Secret>,
        #[field(optional, write_onyl)]
        passphrase_wo: Option<Secret>,
    }
}

// -: the field itself among others; at `self`
mod the_field_itself {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, exactly_one_of(self, url))]
        path: Option<String>,
        #[field(optional)]
        url: Option<String>,
    }
}

fn main() {}
