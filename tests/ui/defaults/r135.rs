use schema_runtime::Schema;

// R135: a default whose element is not of the elements' type; at `1`
mod r135_element_of_another_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = ["a", 1])]
        labels: Vec<String>,
    }
}

// R135: a fallback that is not a number; at `"many"`
mod r135_fallback_of_another_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_COUNT", fallback = "many"))]
        copies: i64,
    }
}

// R135: a number as default of a string; at `10`
mod r135_number_for_a_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 10)]
        name: String,
    }
}

// R135: a number in quotes; at `"5"`
mod r135_number_in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = "5")]
        size: i64,
    }
}

// R135: a default that the integer type does not hold; at `300`
mod r135_number_out_of_the_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 300)]
        level: u8,
    }
}

// R135: a string as default of a number; at `"ten"`
mod r135_text_for_a_number {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "ten")]
        size_mb: i64,
    }
}

fn main() {}
