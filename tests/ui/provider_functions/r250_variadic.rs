use schema_provider::prelude::*;

// R250: an Option of further arguments; at `Option<Vec<String>>`
mod r250_variadic_option {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(variadic)]
        parts: Option<Vec<String>>,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R250: further arguments that are no Vec; at `String`
mod r250_variadic_text {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(variadic)]
        parts: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
