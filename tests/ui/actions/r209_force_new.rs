use schema_runtime::Schema;

// R209: force_new in an action; at `force_new`
mod r209_force_new {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required, force_new)]
        path: String,
    }
}

// R209: force_new of a write-only field in an action; at `force_new`
mod r209_force_new_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required, force_new, write_only)]
        pass_phrase: String,
    }
}

fn main() {}
