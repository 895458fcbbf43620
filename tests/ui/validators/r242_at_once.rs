// R242: a range beyond the type; at `range`
mod r242_beyond_the_type {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = range(300..=400))]
        level: Option<u8>,
    }
}

// R242: an interval that ends beyond its type; at `range`
mod r242_end_out_of_the_type {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = range(0..=1000))]
        level: Option<u8>,
    }
}

// R242: elements that no value can be; at `one_of`
mod r242_in_each {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = each(length(4..), one_of("a", "b")))]
        names: Vec<String>,
    }
}

// R242: lengths that exclude each other; at `length`
mod r242_lengths {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = [not_empty, all(regex("^a"), length(..=3)), length(5..)])]
        name: Option<String>,
    }
}

// R242: a list with nothing in the range; at `range`
mod r242_none_of_the_list {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = [one_of(1, 2), range(3..)])]
        level: Option<i64>,
    }
}

// R242: two ranges without a number in both; at `range`
mod r242_ranges {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = [range(1..=5), range(10..=20)])]
        size: Option<i64>,
    }
}

// R242: a listed number beyond the type; at `256`
mod r242_value_beyond_the_type {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = one_of(1, 256))]
        level: Option<u8>,
    }
}

// R242: a listed value that another validator refuses; at `"a"`
mod r242_value_that_another_refuses {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = [one_of("a", "bb"), length(2..)])]
        zone: Option<String>,
    }
}

fn main() {}
