// R216: a default that is rejected by equals; at `false`
mod r216_another_truth {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = false, validate = equals(true))]
        name: bool,
    }
}

// R216: a default that is refused by not_blank; at `" "`
mod r216_blank {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = " ", validate = [length(..=9), not_blank])]
        name: String,
    }
}

// R216: a default that does not match the pattern; at `"A"`
mod r216_default_does_not_match {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "A", validate = regex("^[a-z]$"))]
        kind: String,
    }
}

// R216: a default that is not in one_of; at `"b"`
mod r216_default_not_listed {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "b", validate = one_of("a", "c"))]
        kind: String,
    }
}

// R216: a default that the own validator refuses; at `0`
mod r216_default_out_of_range {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 0, validate = range(1..=10))]
        size_mb: i64,
    }
}

// R216: a default that is refused by excludes; at `"a/b"`
mod r216_excluded_character {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "a/b", validate = excludes("/"))]
        name: String,
    }
}

// R216: a fallback that the validator refuses; at `"12"`
mod r216_fallback_refused {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_LEVEL", fallback = "12"), validate = range(1..=9))]
        level: i64,
    }
}

// R216: a default list that its own validator refuses; at `[]`
mod r216_list_too_small {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = size(1..), default = [])]
        zones: Vec<String>,
    }
}

// R216: a default that is refused by json; at `"{"`
mod r216_no_json {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "{", validate = json)]
        name: String,
    }
}

// R216: a default that is refused by divisible_by; at `1000`
mod r216_no_multiple {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 1000, validate = divisible_by(512))]
        name: i64,
    }
}

// R216: a default that is refused by port; at `0`
mod r216_no_port {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 0, validate = port)]
        name: u16,
    }
}

// R216: a default that is refused by regular_expression; at `"["`
mod r216_no_regular_expression {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "[", validate = regular_expression)]
        name: String,
    }
}

// R216: a default that is refused by url; at `"http://a"`
mod r216_no_url {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "http://a", validate = url("https"))]
        name: String,
    }
}

// R216: a default that is refused by any; at `"none"`
mod r216_none_of_any {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "none", validate = any(one_of("auto"), mac))]
        name: String,
    }
}

// R216: a default that is refused by network; at `"10.0.0.1/24"`
mod r216_not_a_network {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "10.0.0.1/24", validate = network(16..=28))]
        name: String,
    }
}

// R216: a default that is refused by ip; at `"localhost"`
mod r216_not_an_address {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "localhost", validate = ip)]
        name: String,
    }
}

// R216: a default that is refused by one_of_ignore_case; at `"apm"`
mod r216_not_listed_ignoring_case {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "apm", validate = one_of_ignore_case("gpt", "mbr"))]
        name: String,
    }
}

// R216: a set with a value twice; at `["a", "a"]`
mod r216_set_with_a_value_twice {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, default = ["a", "a"])]
        tags: Set<String>,
    }
}

// R216: a default that is refused by bytes; at `"äö"`
mod r216_too_many_bytes {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "äö", validate = bytes(..=3))]
        name: String,
    }
}

fn main() {}
