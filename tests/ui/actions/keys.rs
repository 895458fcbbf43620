use schema_runtime::Schema;

// -: no such key; at `action_type`
mod action_type {
    use super::*;

    #[derive(Schema)]
    #[schema(action_type = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }
}

// R93: a timeout of no operation; at `invok`
mod r093_operation {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify", timeouts(invok = "1m"))]
    struct Verify {
        #[field(required)]
        path: String,
    }
}

// R222: a create timeout of an action; at `create`
mod r222_operation {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify", timeouts(create = "1m"))]
    struct Verify {
        #[field(required)]
        path: String,
    }
}

// R227: a computed field in an action; at `computed`
mod r227_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
        #[field(computed)]
        sum: String,
    }
}

// -: a struct that is an action and a resource; at `action`
mod two_kinds {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_verify", action = "disk_verify")]
    struct Verify {
        #[field(required, force_new)]
        path: String,
    }
}

fn main() {}
