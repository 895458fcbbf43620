use schema_runtime::Schema;

// syntax: an option of the field above the struct; at `field`
mod field_above_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    #[field(required)]
    struct Image {
        name: String,
    }
}

// syntax: the attribute of fields on a struct; at `field`
mod field_on_a_struct {
    use super::*;

    #[derive(Schema)]
    #[field(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
    }
}

fn main() {}
