// E0277: a parameter of a type that Terraform has not; at `std::path::PathBuf`
use schema_provider::prelude::*;

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

fn main() {}
