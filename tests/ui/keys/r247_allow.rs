use schema_runtime::Schema;

// R247: allow of a warning that is not given; at `force_new_default`
mod r247_allow_of_no_warning {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = 512, allow(force_new_default, reason = "it never changes"))]
        sector_size: i64,
    }
}

// R247: allow of a warning that the struct does not get; at `when_changed_replaces`
mod r247_allow_on_the_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id(when_changed(name)), allow(when_changed_replaces, reason = "so it is"))]
    pub struct Image {
        #[field(required)]
        name: String,
    }
}

fn main() {}
