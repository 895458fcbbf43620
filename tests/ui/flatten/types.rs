use schema_runtime::Schema;

// E0277: the value of a flattened struct as if it were a field; at `Image::COMMON`
mod handle_of_the_struct {
    use super::*;
    use schema_runtime::data::ResourceData;

    #[derive(Schema)]
    struct Common {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }

    fn read(data: &ResourceData<Image>) {
        data.get(Image::COMMON);
    }
}

// E0277: flatten of a struct without derive; at `Common`
mod no_schema_struct {
    use super::*;

    struct Common;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        common: Common,
    }
}

fn main() {}
