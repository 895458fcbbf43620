use schema_runtime::Schema;

// syntax: a misspelt validator; at `lenght`
mod misspelt {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = lenght(1..))]
        name: String,
    }
}

// the name of a form is misspelt; at `timestmp`
mod misspelt_form {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = timestmp)]
        name: String,
    }
}

fn main() {}
