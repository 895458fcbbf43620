// R144: a function that says nothing of itself; at `SizeMb`
use schema_provider::prelude::*;

#[derive(Function)]
struct SizeMb {
    text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        Ok(5)
    }
}

fn main() {}
