use schema_runtime::Schema;

// R212: one_of_ignore_case lists a string twice; at `"GPT"`
mod r212_one_of_ignore_case_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of_ignore_case("gpt", "mbr", "GPT"))]
        name: String,
    }
}

// R212: one_of with the same value twice; at `"a"`
mod r212_one_of_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of("a", "b", "a"))]
        name: String,
    }
}

// R212: a value twice in the second of two lists; at `"d"`
mod r212_twice_in_the_second {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each(any(one_of("a", "b"), one_of("c", "d", "d"))))]
        names: Vec<String>,
    }
}

fn main() {}
