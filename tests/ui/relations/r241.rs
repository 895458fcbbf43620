use schema_runtime::Schema;

// R241: a field that needs one that is removed; at `required_with`
mod r241_needs_a_removed_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(sha1))]
        checksum: Option<String>,
        #[field(optional, removed = "use checksum")]
        sha1: Option<String>,
    }
}

// R241: a field that its own relations never allow; at `conflicts_with`
mod r241_never_set {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(url), conflicts_with(url))]
        checksum: Option<String>,
        #[field(optional)]
        url: Option<String>,
    }
}

// R241: relations that no configuration satisfies; at `required_with`
mod r241_nothing_valid {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, required_with(url), exactly_one_of(file, url))]
        file: Option<String>,
        #[field(optional, required_with(file))]
        url: Option<String>,
    }
}

// R241: a field that others exclude, through a third; at `required_with`
mod r241_through_others {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, sensitive, required_with(user))]
        password: Option<String>,
        #[field(optional, conflicts_with(host))]
        user: Option<String>,
        #[field(required, required_with(host))]
        name: String,
        #[field(optional)]
        host: Option<String>,
    }
}

fn main() {}
