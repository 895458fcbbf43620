use schema_provider::prelude::*;

// E0053: a call that returns another type; at `FunctionResult<i64>`
mod another_output {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<i64> {
            Err(FunctionError::new("none"))
        }
    }
}

// E0053: a validate that returns what call does; at `FunctionResult<()>`
mod validate_with_a_result {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        between: String,
    }

    impl Function for Join {
        fn validate(_: ConfigData<'_, Self>) -> FunctionResult<()> {
            Err(FunctionError::new("none"))
        }

        fn call(self) -> FunctionResult<String> {
            Ok(self.between)
        }
    }
}

fn main() {}
