use schema_runtime::Schema;

// R132: a field of a state store called for_each; at `for_each`
mod r132_for_each {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(required)]
        for_each: String,
    }
}

// R209: force_new in a state store; at `force_new`
mod r209_force_new {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(required, force_new)]
        directory: String,
    }
}

// R222: timeouts of a state store; at `timeouts`
mod r222_timeouts {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states", timeouts(read = "10m"))]
    struct States {
        #[field(required)]
        directory: String,
    }
}

// R227: a computed field in a state store; at `computed`
mod r227_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(computed)]
        region: String,
    }
}

// R275: a write-only field in a state store; at `write_only`
mod r275_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(optional, write_only)]
        password: Option<String>,
    }
}

// R284: a block in a state store; at `retry`
mod r284_block {
    use super::*;

    #[derive(Schema)]
    struct Retry {
        #[field(required)]
        count: i64,
    }

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(block(list))]
        retry: Vec<Retry>,
    }
}

// R285: a sensitive field in a state store; at `sensitive`
mod r285_sensitive {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(optional, sensitive)]
        password: Option<String>,
    }
}

// syntax: a state store that is a resource too; at `state_store`
mod two_kinds {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_states", state_store = "disk_states")]
    struct States {
        #[field(required)]
        directory: String,
    }
}

fn main() {}
