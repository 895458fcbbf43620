use schema_runtime::Schema;

// R242: a range beyond what a newtype holds; at `70000..`
mod r242_beyond_a_newtype {
    use super::*;
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    struct Port(u16);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = range(70000..))]
        port: Option<Port>,
    }
}

// R242: a string that is none of the values of an enum; at `"zzz"`
mod r242_none_of_an_enum {
    use super::*;
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Format {
        Raw,
        Qcow2,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = one_of("raw", "zzz"))]
        format: Option<Format>,
    }
}

fn main() {}
