// E0277: a parameter that is a struct, without `nested`; at `Part`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Part {
    #[field(required)]
    text: String,
}

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    part: Part,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
