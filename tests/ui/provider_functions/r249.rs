use schema_provider::prelude::*;

// R249: two variadic parameters; at `variadic`
mod r249_two_variadics {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(variadic)]
        parts: Vec<String>,
        #[param(variadic)]
        more: Vec<String>,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R249: a variadic parameter before another one; at `variadic`
mod r249_variadic_not_last {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(variadic)]
        parts: Vec<String>,
        between: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
