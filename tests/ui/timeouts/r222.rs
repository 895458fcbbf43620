use schema_runtime::Schema;

// R222: a create timeout of a data source; at `create`
mod r222_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image", timeouts(create = "1m"))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// R222: timeouts of a nested struct; at `timeouts`
mod r222_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(block, timeouts(create = "1m"))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// R222: timeouts without operations; at `timeouts`
mod r222_no_operation {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts())]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
