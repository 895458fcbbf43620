use schema_runtime::Schema;

// R239: prefers a field that is not write-only; at `other`
mod r239_not_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, sensitive, prefer_write_only(other))]
        password: Option<String>,
        #[field(optional)]
        other: Option<String>,
    }
}

// R239: prefers on a write-only field; at `prefer_write_only`
mod r239_on_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, write_only, prefer_write_only(other))]
        password: Option<String>,
        #[field(optional, write_only)]
        other: Option<String>,
    }
}

// R239: prefers several fields; at `b`
mod r239_several {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, prefer_write_only(a, b))]
        password: Option<String>,
        #[field(optional, write_only)]
        a: Option<String>,
        #[field(optional, write_only)]
        b: Option<String>,
    }
}

fn main() {}
