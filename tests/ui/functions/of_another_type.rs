use schema_runtime::Schema;

// E0277: a function of another form for canonical; at `form`
mod canonical {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, canonical = form)]
        name: Option<String>,
    }

    fn form(text: &str) -> String {
        text.to_owned()
    }
}

// E0277: a function of another form for custom; at `check`
mod custom {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = custom = check)]
        name: Option<String>,
    }

    fn check(text: &str) -> bool {
        text.is_empty()
    }
}

// E0277: a function of another form for default_fn; at `name`
mod default_fn {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_fn = name)]
        name: String,
    }

    fn name() -> String {
        String::new()
    }
}

// E0277: a function of another form for diff_suppress; at `same`
mod diff_suppress {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, diff_suppress = same)]
        name: Option<String>,
    }

    fn same(old: &str, new: &str) -> bool {
        old == new
    }
}

// E0277: a function of another form for state_fn; at `lower`
mod state_fn {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, state_fn = lower)]
        name: Option<String>,
    }

    fn lower(text: String) -> String {
        text
    }
}

fn main() {}
