// syntax: parameters without names; at `(String)`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "size_mb", output = i64)]
struct SizeMb(String);

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        Ok(5)
    }
}

fn main() {}
