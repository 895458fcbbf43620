// E0277: a similar type; at `Option<Arc<str>>`
mod close_arc {
    use std::sync::Arc;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<Arc<str>>,
    }
}

// E0277: a similar type; at `[String; 3]`
mod close_array {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: [String; 3],
    }
}

// E0277: a similar type; at `Option<Box<String>>`
mod close_box {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<Box<String>>,
    }
}

// E0277: a block in a box; at `Option<Box<Partition>>`
mod close_box_in_a_block {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(single))]
        partition: Option<Box<Partition>>,
    }

    #[derive(Schema)]
    pub struct Partition {
        #[field(required)]
        name: String,
    }
}

// E0277: a similar type; at `char`
mod close_char {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: char,
    }
}

// E0277: a similar type; at `Option<Cow<'static, str>>`
mod close_cow {
    use std::borrow::Cow;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<Cow<'static, str>>,
    }
}

// E0277: a similar type; at `Option<DateTime<Utc>>`
mod close_date_time {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<DateTime<Utc>>,
    }

    /// As in chrono.
    pub struct DateTime<Zone>(Zone);

    pub struct Utc;
}

// E0277: a similar type; at `HashSet<Kind>`
mod close_enum_in_a_hash_set {
    use schema_runtime::{Schema, SchemaEnum};
    use std::collections::HashSet;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: HashSet<Kind>,
    }

    #[derive(SchemaEnum)]
    pub enum Kind {
        Raw,
    }
}

// E0277: a similar type; at `BTreeSet<f64>`
mod close_fractions_in_a_btree_set {
    use std::collections::BTreeSet;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: BTreeSet<f64>,
    }
}

// E0277: a similar type; at `fn(u8) -> u8`
mod close_function {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: fn(u8) -> u8,
    }
}

// E0277: a set block of the standard library; at `HashSet<Partition>`
mod close_hash_set_of_structs {
    use std::collections::HashSet;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(set))]
        partition: HashSet<Partition>,
    }

    #[derive(Schema)]
    pub struct Partition {
        #[field(required)]
        name: String,
    }
}

// E0277: a similar type; at `Option<Value>`
mod close_json_value {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<Value>,
    }

    /// As in serde_json.
    pub struct Value;
}

// E0277: a similar type; at `Option<NonZeroU16>`
mod close_non_zero {
    use std::num::NonZeroU16;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<NonZeroU16>,
    }
}

// E0277: a similar type; at `Option<PathBuf>`
mod close_path {
    use std::path::PathBuf;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<PathBuf>,
    }
}

// E0277: a similar type; at `Option<*const u8>`
mod close_raw_pointer {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<*const u8>,
    }
}

// E0277: a similar type; at `Option<Rc<String>>`
mod close_rc {
    use std::rc::Rc;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<Rc<String>>,
    }
}

// E0277: a similar type; at `VecDeque<String>`
mod close_ring_buffer {
    use std::collections::VecDeque;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: VecDeque<String>,
    }
}

// E0277: a similar type; at `Option<SystemTime>`
mod close_system_time {
    use std::time::SystemTime;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<SystemTime>,
    }
}

// E0277: a similar type; at `Option<&'static str>`
mod close_text_behind_a_reference {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: Option<&'static str>,
    }
}

// E0277: a similar type; at `()`
mod close_unit {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        value: (),
    }
}

fn main() {}
