use schema_runtime::Schema;

// R105: input_default outside a provider; at `input_default`
mod r105_input_default_of_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, input_default = "x")]
        a: Option<String>,
    }
}

// R297: input_default beside a default; at `input_default`
mod r297_input_default_beside_default {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(optional, default = "here", input_default = "there")]
        place: String,
    }
}

fn main() {}
