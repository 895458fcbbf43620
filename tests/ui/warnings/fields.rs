#![deny(deprecated)]
use schema_runtime::Schema;

// R96: a field named timeouts; at `timeouts`
mod r096_timeouts_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        timeouts: Option<String>,
    }
}

// R118: a default with force_new, with warnings denied; at `default`
mod r118_force_new_default {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, force_new, default = 512)]
        sector_size: i64,
    }
}

// R244: a secret that Terraform shows; at `admin_password`
mod r244_secret_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        admin_password: Option<String>,
    }
}

// R246: a doubled backslash in a raw string; at `r"^\\d+$"`
mod r246_doubled_backslash {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, validate = regex(r"^\\d+$"))]
        digits: Option<String>,
    }
}

fn main() {}
