use schema_runtime::Schema;

// syntax: keys in another case; at `ForceNew`
mod of_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(ForceNew, Required)]
        name: String,
    }
}

// syntax: keys of the struct in another case; at `Resource`
mod of_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(Resource = "disk_image", Version = 1)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: two keys of another library, of which one thing is said; at `short`
mod of_clap {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, short, long)]
        name: String,
    }
}

// syntax: a key among the words; at `is_the_default`
mod among_the_words {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, is_the_default = "a")]
        name: String,
    }
}

// syntax: a key of the struct as Go calls it, at a field; at `state_upgraders`
mod of_the_struct_at_a_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, state_upgraders = all)]
        name: String,
    }
}

// syntax: a string without quotes; at `disk_image`
mod without_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = disk_image)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: values joined as patterns; at `"a"`
mod joined {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of("a" | "b"))]
        name: String,
    }
}

// syntax: arguments in braces; at `{ "a", "b" }`
mod in_braces {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of { "a", "b" })]
        name: String,
    }
}

// syntax: a pattern as the crate makes it; at `Regex`
mod of_regex {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = Regex::new("^a"))]
        name: String,
    }
}

fn main() {}
