use schema_provider::prelude::*;

// R207: an empty deprecation; at `deprecated`
mod r207_deprecated {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String, deprecated = "")]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R215: a range of a string; at `range`
mod r215_range_of_a_text {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(validate = range(1..=3))]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R217: a pattern that does not parse; at `"["`
mod r217_regex {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(validate = regex("["))]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
