use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block)]
struct Login {
    #[field(optional)]
    user: Option<String>,
}

// R25: a relation leads through a list of a nested struct; at `port`
mod r025_through_several_deep {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }

    #[derive(Schema)]
    struct Outer {
        #[field(block(list))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(outer.rule.port))]
        name: Option<String>,
        #[field(block(single))]
        outer: Option<Outer>,
    }
}

// R28: a relation names a required field of a nested struct; at `port`
mod r028_required_in_nested {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(rule.port))]
        name: Option<String>,
        #[field(block(single))]
        rule: Option<Rule>,
    }
}

// R239: prefers a nested field that is not write-only; at `user`
mod r239_not_write_only_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, sensitive, prefer_write_only(login.user))]
        password: Option<String>,
        #[field(block(single))]
        login: Option<Login>,
    }
}

// R240: a sum of a nested text; at `user`
mod r240_total_of_nested_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_sum_of(login.user))]
        size: Option<i64>,
        #[field(block(single))]
        login: Option<Login>,
    }
}

fn main() {}
