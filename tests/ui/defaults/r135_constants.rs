// R135: a fallback that is not a duration; at `"soon"`
mod r135_fallback_for_a_duration {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_TIMEOUT", fallback = "soon"))]
        timeout: std::time::Duration,
    }
}

// R135: a fallback that the type has no room for; at `"70000"`
mod r135_fallback_for_a_newtype {
    use schema_runtime::Schema;
    use schema_runtime::SchemaNewtype;

    #[derive(SchemaNewtype)]
    struct Port(u16);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_PORT", fallback = "70000"))]
        port: Port,
    }
}

// R135: a fallback that is none of the values; at `"zip"`
mod r135_fallback_for_an_enum {
    use schema_runtime::Schema;
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum)]
    enum Format {
        Raw,
        Qcow2,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_FORMAT", fallback = "zip"))]
        format: Format,
    }
}

// R135: a fallback for a JSON document that is invalid; at `"{'a': 1}"`
mod r135_fallback_for_json {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("POLICY", fallback = "{'a': 1}"))]
        field: Option<schema_runtime::field_type::Json>,
    }
}

// R135: a string as default of a duration that is invalid; at `"1 hour"`
mod r135_text_for_a_duration {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "1 hour")]
        field: std::time::Duration,
    }
}

// R135: a string as default of a duration that is negative; at `"-5m"`
mod r135_text_for_a_duration_below_zero {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "-5m")]
        field: std::time::Duration,
    }
}

// R135: a string as default of a network that is invalid; at `"10.0.0.0"`
mod r135_text_for_a_network {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "10.0.0.0")]
        field: schema_runtime::field_type::Cidr,
    }
}

// R135: a string as default of a newtype of numbers; at `"80"`
mod r135_text_for_a_newtype {
    use schema_runtime::{Schema, SchemaNewtype};

    #[derive(SchemaNewtype)]
    struct Port(u16);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "80")]
        port: Port,
    }
}

// R135: a string as default of a newtype of JSON that is invalid; at `"{"`
mod r135_text_for_a_newtype_of_json {
    use schema_runtime::field_type::Json;
    use schema_runtime::{Schema, SchemaNewtype};

    #[derive(SchemaNewtype)]
    struct Policy(Json);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "{")]
        policy: Option<Policy>,
    }
}

// R135: a string as default of a moment that is invalid; at `"2026-01-31"`
mod r135_text_for_a_timestamp {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "2026-01-31")]
        field: jiff::Timestamp,
    }
}

// R135: a string as default of a URL that is invalid; at `"example.com"`
mod r135_text_for_a_url {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "example.com")]
        field: url::Url,
    }
}

// R135: a string as default of a URL with a space in its host; at `"https://example .com"`
mod r135_text_for_a_url_with_a_space {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "https://example .com")]
        field: url::Url,
    }
}

// R135: a string as default of a URL without a host; at `"https://"`
mod r135_text_for_a_url_without_a_host {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "https://")]
        field: Option<url::Url>,
    }
}

// R135: a string as default of an address that is invalid; at `"localhost"`
mod r135_text_for_an_address {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "localhost")]
        field: std::net::IpAddr,
    }
}

// R135: a string in the default of a list of addresses that is invalid; at `"10.0.0"`
mod r135_text_for_an_address_in_a_list {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = ["10.0.0.1", "10.0.0"])]
        field: Vec<std::net::IpAddr>,
    }
}

// R135: a string as default of an enum that has no such variant; at `"row"`
mod r135_text_for_an_enum {
    use schema_runtime::{Schema, SchemaEnum};

    #[derive(SchemaEnum)]
    enum Kind {
        Raw,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "row")]
        kind: Kind,
    }
}

// R135: an IPv4 address as default of an IPv6 address; at `"192.0.2.1"`
mod r135_text_for_an_ipv6_address {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "192.0.2.1")]
        field: std::net::Ipv6Addr,
    }
}

// R135: a string as default of a JSON document that is invalid; at `"{"`
mod r135_text_for_json {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "{")]
        field: schema_runtime::field_type::Json,
    }
}

// R135: a string in the default of a list of JSON documents that is invalid; at `"{"`
mod r135_text_for_json_in_a_list {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = ["{}", "{"])]
        field: Vec<schema_runtime::field_type::Json>,
    }
}

fn main() {}
