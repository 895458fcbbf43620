use schema_runtime::Schema;

// R4: a field without annotation; at `name`
mod r004_no_annotation {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        name: String,
    }
}

// R4: neither required, optional nor computed; at `name`
mod r004_none_of_the_three {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(force_new)]
        name: String,
    }
}

// R4: a list of structs without annotation; at `partition`
mod r004_struct_without_annotation {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        partition: Vec<Partition>,
    }

    #[derive(Schema)]
    pub struct Partition {
        #[field(required)]
        name: String,
    }
}

fn main() {}
