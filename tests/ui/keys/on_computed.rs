use schema_runtime::Schema;

// R46: a suppress function on a computed-only field; at `diff_suppress`
mod r046_computed_diff_suppress {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, diff_suppress = same)]
        a: String,
    }

    fn same(_: &schema_runtime::data::Suppress<'_, Image>, old: &str, new: &str) -> bool {
        old == new
    }
}

// R48: input_default on a computed-only field; at `input_default`
mod r048_computed_input_default {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, input_default = "x")]
        a: String,
    }
}

// R51: a state function on a computed-only field; at `state_fn`
mod r051_computed_state_fn {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, state_fn = lower)]
        a: String,
    }

    fn lower(text: &str) -> String {
        text.to_lowercase()
    }
}

fn main() {}
