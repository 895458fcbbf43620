use schema_runtime::Schema;

// -: no validator; at `reg`
mod beginning_of_a_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = reg("^a"))]
        name: String,
    }
}

// -: a call whose name has a validator's in it; at `length_between`
mod call_with_a_validator_in_its_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = length_between(1, 63))]
        name: String,
    }
}

fn main() {}
