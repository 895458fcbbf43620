// E0277: a struct without block or nested; at `Rule`
mod struct_without_block {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        rule: Rule,
    }
}

// E0277: a struct without derive, whose field is used; at `Vec<Part>`
mod struct_without_derive_and_used {
    use schema_provider::prelude::*;

    struct Part {
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        part: Vec<Part>,
    }

    fn used(data: &ResourceData<Image>) -> Vec<String> {
        data.get(Image::PART).into_iter().map(|part| part.label).collect()
    }
}

fn main() {}
