use schema_provider::prelude::*;

// R92: nothing computes an identity; at `computed`
mod r92_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(computed)]
        name: String,
    }
}

// R92: a default; at `default`
mod r92_default {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required)]
        disk: String,
        #[field(optional, default = "a")]
        name: String,
    }
}

// R92: a key of ordinary fields; at `force_new`
mod r92_force_new {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required, force_new)]
        name: String,
    }
}

// R92: a sensitive field; at `sensitive`
mod r92_sensitive {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required, sensitive)]
        name: String,
    }
}

fn main() {}
