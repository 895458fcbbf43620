use schema_provider::prelude::*;

// R144: a function without a name; at `Join`
mod r144_no_name {
    use super::*;

    #[derive(Function)]
    #[function(output = String)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R144: a function that does not say what it returns; at `Join`
mod r144_no_output {
    use super::*;

    #[derive(Function)]
    #[function(name = "join")]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Ok(self.text)
        }
    }
}

fn main() {}
