use schema_runtime::Schema;

// R211: each without validators; at `each`
mod r211_each_of_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each())]
        names: Vec<String>,
    }
}

// R211: one_of without values; at `one_of`
mod r211_one_of_empty {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of())]
        name: String,
    }
}

// R211: one_of_ignore_case of nothing; at `one_of_ignore_case`
mod r211_one_of_ignore_case_empty {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of_ignore_case())]
        name: String,
    }
}

fn main() {}
