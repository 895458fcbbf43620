// syntax: annotations without the derive that reads them; at `name = "slug", output = String`
use schema_provider::prelude::*;

/// Makes a slug.
#[function(name = "slug", output = String)]
struct Slug {
    #[param(validate = not_empty)]
    text: String,
}

impl Function for Slug {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text.to_lowercase())
    }
}

fn main() {}
