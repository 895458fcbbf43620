use schema_runtime::Schema;

// R215: bytes on a number; at `bytes`
mod r215_bytes_on_a_number {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = bytes(1..=4))]
        name: i64,
    }
}

// R215: divisible_by on numbers with a fraction; at `divisible_by`
mod r215_divisible_by_on_fractions {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = divisible_by(2))]
        name: f64,
    }
}

// R215: divisible_by on a string; at `divisible_by`
mod r215_divisible_by_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = divisible_by(2))]
        name: String,
    }
}

// R215: equals on a string; at `equals`
mod r215_equals_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = equals(true))]
        name: String,
    }
}

// R215: a range with fractions on whole numbers; at `range`
mod r215_fraction_for_integers {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = range(0.5..=1.5))]
        level: Option<i64>,
    }
}

// R215: an address on a number; at `ip`
mod r215_ip_on_a_number {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = ip)]
        name: Option<i64>,
    }
}

// R215: a network on each number of a list; at `network`
mod r215_network_in_each {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each(network(16..=28)))]
        name: Vec<i64>,
    }
}

// R215: no_nulls on a string; at `no_nulls`
mod r215_no_nulls_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = no_nulls)]
        name: String,
    }
}

// R215: the first of the listed values is of another type; at `1`
mod r215_one_of_odd_first {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of(1, "a", "b"))]
        name: String,
    }
}

// R215: one_of with a number on a string; at `2`
mod r215_one_of_of_another_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = one_of("a", 2))]
        name: String,
    }
}

// R215: one_of on a bool; at `one_of`
mod r215_one_of_on_bool {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = one_of(true))]
        on: Option<bool>,
    }
}

// R215: a port on a string; at `port`
mod r215_port_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = port)]
        name: String,
    }
}

// R215: a range of strings, deep inside other validators; at `range`
mod r215_range_in_any {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = [size(1..), each(any(length(1..), not(range(1..=9))))])]
        names: Vec<String>,
    }
}

// R215: range on a string; at `range`
mod r215_range_on_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = range(1..=5))]
        name: String,
    }
}

// R215: url with a number; at `2`
mod r215_url_of_a_number {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = url("https", 2))]
        name: String,
    }
}

fn main() {}
