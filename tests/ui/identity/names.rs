use schema_provider::prelude::*;

// R132: a name that the language keeps; at `for_each`
mod r132_for_each {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required)]
        for_each: String,
    }
}

// R268: a field twice; at `name`
mod r268_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(disk, name(optional), name))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(required, force_new)]
        disk: String,
    }
}

// R91: a list of lists; at `rows`
mod r91_list_of_lists {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(rows))]
    struct Image {
        #[field(required, force_new)]
        rows: Vec<Vec<String>>,
    }
}

fn main() {}
