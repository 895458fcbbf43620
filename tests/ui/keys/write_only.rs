use schema_runtime::Schema;

// R6: write_only with computed; at `write_only`
mod r006_write_only_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed, write_only)]
        token: Option<String>,
    }
}

// R7: write_only with force_new; at `force_new`
mod r007_write_only_force_new {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, write_only, force_new)]
        token: Option<String>,
    }
}

// R31: write-only on a block; at `write_only`
mod r031_write_only_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list), write_only)]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

// R82: write_only in a provider; at `write_only`
mod r082_write_only_setting {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(optional, write_only)]
        token: Option<String>,
    }
}

// R83: write_only in provider_meta; at `write_only`
mod r083_write_only_in_provider_meta {
    use super::*;

    #[derive(Schema)]
    #[schema(provider_meta = "disk")]
    struct DiskMeta {
        #[field(optional, write_only)]
        token: Option<String>,
    }
}

fn main() {}
