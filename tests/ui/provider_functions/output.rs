use schema_provider::prelude::*;

// syntax: the name of a Terraform type as the result; at `"string"`
mod output_in_quotes {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = "string")]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Ok(self.text)
        }
    }
}

// syntax: the result of a function under another name; at `returns`
mod output_misspelt {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", returns = String)]
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
