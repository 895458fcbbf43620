use schema_provider::prelude::*;

// R270: an id that changes; at `id`
mod r270_mutable_id {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(id(mutable)))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R270: nothing may change; at `mutable`
mod r270_mutable_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(identity, mutable())]
    struct ImageIdentity {
        #[field(required)]
        name: String,
    }
}

// R270: no such field may change; at `nam`
mod r270_mutable_unknown {
    use super::*;

    #[derive(Schema)]
    #[schema(identity, mutable(nam))]
    struct ImageIdentity {
        #[field(required)]
        name: String,
    }
}

// R270: a removed field; at `old`
mod r270_removed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, old))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(optional, removed = "use name")]
        old: Option<String>,
    }
}

fn main() {}
