// R209: force_new in a data source; at `force_new`
mod r209_force_new_in_data_source {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// -: a key of a struct on an enum; at `resource`
mod struct_key_on_an_enum {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    #[schema(resource = "disk_kind")]
    enum Kind {
        Raw,
    }
}

// syntax: a subcategory of what has no page of its own; at `subcategory`
mod subcategory_of_a_provider {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(provider = "disk", subcategory = "Storage")]
    struct Disk {
        #[field(optional)]
        directory: Option<String>,
    }
}

// syntax: a struct of two kinds; at `data_source`
mod two_kinds {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", data_source = "disk_image")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

// syntax: a version of a nested struct; at `version`
mod version_of_a_nested_struct {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(version = 1)]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
