use schema_runtime::Schema;

// syntax: an import pattern with a block; at `"{part}"`
mod import_of_a_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{part}")]
    struct Image {
        #[field(block(single))]
        part: Part,
    }

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }
}

// syntax: an import pattern with a field that only the provider sets; at `"{name}/{uuid}"`
mod import_of_a_computed_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}/{uuid}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(computed)]
        uuid: String,
    }
}

// syntax: an import pattern of a kind without imports; at `import`
mod import_of_a_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image", import = "{name}")]
    struct ImageLookup {
        #[field(required)]
        name: String,
    }
}

// syntax: an import pattern with a list; at `"{names}"`
mod import_of_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{names}")]
    struct Image {
        #[field(required, force_new)]
        names: Vec<String>,
    }
}

// across: an import pattern with a list whose type has a name; at `"{names}"`
mod import_of_a_list_by_its_name {
    use super::*;

    type Names = Vec<String>;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{names}")]
    struct Image {
        #[field(required, force_new)]
        names: Names,
    }
}

// across: an import pattern with an object; at `"{name}/{place}"`
mod import_of_an_object {
    use super::*;

    #[derive(Schema)]
    #[schema(object)]
    pub struct Place {
        pub zone: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}/{place}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(required, force_new)]
        place: Place,
    }
}

// syntax: an import pattern with a field that is removed; at `"{path}"`
mod import_of_a_removed_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{path}")]
    struct Image {
        #[field(required)]
        name: String,
        #[field(optional, removed = "use name")]
        path: Option<String>,
    }
}

// syntax: the name in Rust of a renamed field in the pattern; at `"{name}"`
mod import_of_a_renamed_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}")]
    struct Image {
        #[field(required, force_new, rename = "title")]
        name: String,
    }
}

// syntax: an import pattern with a field that no state keeps; at `"{token}"`
mod import_of_a_write_only_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{token}")]
    struct Image {
        #[field(required, write_only)]
        token: Option<String>,
    }
}

// syntax: an import pattern with the id of a struct that has none; at `"{id}/{name}"`
mod import_of_an_id_that_is_not_there {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", id = none, import = "{id}/{name}")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import of a field that does not exist; at `"{directory}/{name}"`
mod import_of_an_unknown_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{directory}/{name}")]
    struct Image {
        #[field(required)]
        pool: String,
        #[field(required)]
        name: String,
    }
}

// syntax: an import pattern with a misspelt field; at `"{nam}"`
mod import_of_no_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{nam}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern that names no field; at `"directory/name"`
mod import_of_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "directory/name")]
    struct Image {
        #[field(required, force_new)]
        directory: String,
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern that names a field twice; at `"{name}/{name}"`
mod import_of_one_field_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}/{name}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern with a brace that is not opened; at `"directory}/{name}"`
mod import_with_a_closing_brace {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "directory}/{name}")]
    struct Image {
        #[field(required, force_new)]
        directory: String,
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern with a brace that is not closed; at `"{directory/{name}"`
mod import_with_an_open_brace {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{directory/{name}")]
    struct Image {
        #[field(required, force_new)]
        directory: String,
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern with braces around nothing; at `"{}/{name}"`
mod import_with_empty_braces {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{}/{name}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an import pattern with nothing between two fields; at `"{name}{size}"`
mod import_without_separator {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}{size}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(required, force_new)]
        size: i64,
    }
}

fn main() {}
