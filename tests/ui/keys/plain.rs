use schema_runtime::Schema;

// syntax: the form of a description said in two ways; at `markdown`
mod plain_and_markdown {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        /// What it is called.
        #[field(required, plain, markdown)]
        name: String,
    }
}

// syntax: plain with an option that does not exist; at `text`
mod plain_of_what {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", plain(text))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: the struct has no description that could be plain; at `plain`
mod plain_own_without_description {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", plain(own))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: the struct already makes descriptions plain; at `plain`
mod plain_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", plain)]
    struct Image {
        /// What it is called.
        #[field(required, plain)]
        name: String,
    }
}

// syntax: a description that does not exist cannot be plain; at `plain`
mod plain_without_description {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, plain)]
        name: String,
    }
}

fn main() {}
