use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

// R225: a relation names a computed field of a nested struct; at `port`
mod r225_computed_in_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(rule.port))]
        name: Option<String>,
        #[field(optional, computed, nested(single))]
        rule: Option<Rule>,
    }
}

// R227: a computed field inside a block of a provider; at `Vec<Endpoint>`
mod r227_computed_below_a_provider {
    use super::*;

    #[derive(Schema)]
    pub struct Endpoint {
        #[field(optional)]
        url: Option<String>,
        #[field(computed)]
        address: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {
        #[field(block(list))]
        endpoint: Vec<Endpoint>,
    }
}

// R253: a field of a computed block that is not computed; at `Vec<Rule>`
mod r253_configured_in_computed_block {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(computed)]
        address: String,
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, block(list))]
        rule: Vec<Rule>,
    }
}

// R254: a computed single block of a type that always has a value, by an alias; at `Always`
mod r254_computed_single_alias {
    use super::*;

    type Always = Rule;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, block(single))]
        rule: Always,
    }
}

// R256: a computed block inside a nested struct of a data source; at `Option<Network>`
mod r256_computed_block_below_data_source {
    use super::*;

    #[derive(Schema)]
    struct Network {
        #[field(computed, block(list))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(block(single))]
        network: Option<Network>,
    }
}

fn main() {}
