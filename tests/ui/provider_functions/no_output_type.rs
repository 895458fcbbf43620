// E0277: a result of a type that Terraform has not; at `std::path::PathBuf`
use schema_provider::prelude::*;

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

fn main() {}
