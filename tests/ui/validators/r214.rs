use schema_runtime::Schema;

// R214: not_empty on a list; at `not_empty`
mod r214_not_empty_on_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = not_empty)]
        name: Vec<String>,
    }
}

// R214: a validator of strings on lists, beside one of lists; at `regex`
mod r214_scalar_on_a_list_in_each {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each(size(..=4), regex("^a")))]
        names: Vec<Vec<String>>,
    }
}

// R214: a scalar validator on a collection; at `length`
mod r214_scalar_on_collection {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(1..=5))]
        tags: Vec<String>,
    }
}

// R214: a form of one text on a list; at `uuid`
mod r214_uuid_on_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = uuid)]
        name: Vec<String>,
    }
}

fn main() {}
