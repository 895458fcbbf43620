use schema_provider::prelude::*;

// syntax: a name without its key; at `"size_mb"`
mod name_alone {
    use super::*;

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
}

// R131: a parameter of a name with a capital letter; at `"Text"`
mod r131_parameter_name {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(rename = "Text")]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R218: two parameters of one name; at `"text"`
mod r218_name_twice {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        text: String,
        #[param(rename = "text")]
        other: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// R229: a name that no call can have; at `"Size-MB"`
mod r229_name {
    use super::*;

    #[derive(Function)]
    #[function(name = "Size-MB", output = String)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
