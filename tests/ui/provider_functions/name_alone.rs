// syntax: a name without its key; at `"size_mb"`
use schema_provider::prelude::*;

#[derive(Function)]
#[function("size_mb", output = i64)]
struct SizeMb {
    text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        Ok(5)
    }
}

fn main() {}
