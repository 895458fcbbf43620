// R203: an optional Dynamic has no value for null; at `Dynamic`
mod r203_dynamic {
    use schema_runtime::Schema;
    use schema_runtime::field_type::Dynamic;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        extra: Dynamic,
    }
}

// R203: an optional nested attribute that is no Option; at `Rule`
mod r203_nested_single_without_room {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(single))]
        rule: Rule,
    }
}

// R203: optional and computed, through an alias and in a nested struct; at `Megabytes`
mod r203_optional_computed_alias {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Rule {
        #[field(optional, computed)]
        size: Megabytes,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, nested(list))]
        rule: Vec<Rule>,
    }

    type Megabytes = i64;
}

// R203: an optional enum without default has no value for null; at `Kind`
mod r203_optional_without_room {
    use schema_runtime::{Schema, SchemaEnum};

    #[derive(SchemaEnum)]
    enum Kind {
        Raw,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        kind: Kind,
    }
}

// R203: a plain optional field without default, through an alias; at `Name`
mod r203_plain_optional_alias {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        name: Name,
    }

    type Name = String;
}

fn main() {}
