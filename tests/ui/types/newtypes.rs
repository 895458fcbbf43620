// R203: an optional newtype around a type without zero; at `Address`
mod newtype_without_zero {
    use schema_runtime::{Schema, SchemaNewtype};

    #[derive(SchemaNewtype)]
    struct Address(std::net::IpAddr);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        address: Address,
    }
}

// E0080: `sensitive = false` of what is not a secret; at `String`
mod nothing_to_show {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, sensitive = false)]
        name: String,
    }
}

// E0080: a secret that Terraform would show; at `Option<Secret>`
mod secret_shown {
    use schema_runtime::Schema;
    use schema_runtime::field_type::Secret;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, sensitive = false)]
        passphrase: Option<Secret>,
    }
}

fn main() {}
