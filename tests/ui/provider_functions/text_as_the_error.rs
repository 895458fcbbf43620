// E0308: a text for the error of a function; at `"no"`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "size_mb", output = i64)]
pub struct SizeMb {
    pub text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        Err("no")
    }
}

fn main() {}
