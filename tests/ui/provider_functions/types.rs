use schema_provider::prelude::*;

// syntax: annotations without the derive that reads them; at `name = "slug", output = String`
mod no_derive {
    use super::*;

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
}

// R137: dynamic values in a list; at `Vec<Dynamic>`
mod r137_dynamic_in_collection {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        values: Vec<Dynamic>,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R231: a generic function; at `<T>`
mod r231_generic {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join<T> {
        text: T,
    }
}

// R251: an Option in a Val; at `Option<String>`
mod r251_option_in_val {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        text: Val<Option<String>>,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R144: a function without documentation; at `SizeMb`
mod without_the_attribute {
    use super::*;

    #[derive(Function)]
    struct SizeMb {
        text: String,
    }

    impl Function for SizeMb {
        fn call(self) -> FunctionResult<i64> {
            Ok(5)
        }
    }
}

fn main() {}
