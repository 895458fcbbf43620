// syntax: the type of a field is an enum without variants; at `Format`
mod enum_empty {
    use schema_runtime::{Schema, SchemaEnum};

    #[derive(SchemaEnum)]
    enum Format {}

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        format: Option<Format>,
    }
}

// syntax: a generic SchemaEnum with data; at `<T>`
mod enum_generic {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind<T> {
        Raw,
        Sized(T),
    }
}

// syntax: SchemaEnum with a misspelt key; at `renam`
mod enum_misspelt_key {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        #[schema(renam = "raw")]
        Raw,
    }
}

// syntax: the variant for all other strings keeps a number; at `u8`
mod enum_other_of_a_number {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Small,
        #[schema(other)]
        Other(u8),
    }
}

// syntax: the variant for all other strings is renamed; at `rename`
mod enum_other_renamed {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Small,
        #[schema(other, rename = "rest")]
        Other(String),
    }
}

// syntax: two variants for all other strings; at `other`
mod enum_other_twice {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Small,
        #[schema(other)]
        Other(String),
        #[schema(other)]
        Rest(String),
    }
}

// syntax: the variant for all other strings keeps none; at `Other`
mod enum_other_without_text {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Small,
        #[schema(other)]
        Other,
    }
}

// syntax: names of all variants as in serde; at `rename_all`
mod enum_rename_all {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    #[schema(rename_all = "snake_case")]
    pub enum Kind {
        Raw,
    }
}

// An enum whose variant serde renames, which the derive does not read; at `serde`
mod enum_renamed_by_serde {
    use schema_provider::prelude::*;

    #[derive(SchemaEnum)]
    pub enum Size {
        Small,
        #[serde(rename = "big")]
        Large,
    }
}

// syntax: SchemaEnum with one text twice; at `"raw"`
mod enum_same_text {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Raw,
        #[schema(rename = "raw")]
        Plain,
    }
}

// syntax: SchemaEnum with data; at `(u8)`
mod enum_variant_with_data {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Kind {
        Raw,
        Sized(u8),
    }
}

// -: a key of fields on a variant; at `field`
mod enum_variant_with_field {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    pub enum Kind {
        #[field(rename = "a")]
        Raw,
    }
}

fn main() {}
