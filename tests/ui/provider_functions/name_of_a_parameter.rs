// E0599: the parameter's name for its constant; at `text`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "size_mb", output = i64)]
pub struct SizeMb {
    pub text: String,
}

impl Function for SizeMb {
    fn call(self) -> FunctionResult<i64> {
        self.text.parse().at(SizeMb::text)
    }
}

fn main() {}
