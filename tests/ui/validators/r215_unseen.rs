use schema_runtime::Schema;

type Names = Vec<String>;
type Name = String;
type Count = i64;

// R214: a validator of strings on a list whose type has a name; at `length`
mod r214_on_a_list_by_its_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = length(1..=5))]
        names: Names,
    }
}

// R215: a validator of strings on a number whose type has a name; at `regex`
mod r215_on_a_number_by_its_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = regex("^a"))]
        amount: Option<Count>,
    }
}

// R215: a validator of strings on numbers whose type has a name; at `not_blank`
mod r215_on_elements_by_their_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each(not_blank))]
        counts: Vec<Count>,
    }
}

// R215: a validator of collections on a string whose type has a name; at `size`
mod r215_size_of_a_string_by_its_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = size(1..=5))]
        name: Name,
    }
}

// R215: a validator of strings on numbers in lists of a map, whose type has a name; at `not_blank`
mod r215_on_inner_elements_by_their_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = values(each(not_blank)))]
        amounts: std::collections::BTreeMap<String, Vec<Count>>,
    }
}

fn main() {}
