use schema_provider::prelude::*;

// E0277: a parameter of a type that Terraform has not; at `std::path::PathBuf`
mod no_attribute_type {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        text: std::path::PathBuf,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// E0277: a result of a type that Terraform has not; at `std::path::PathBuf`
mod no_output_type {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = std::path::PathBuf)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<std::path::PathBuf> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
