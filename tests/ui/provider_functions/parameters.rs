use schema_provider::prelude::*;

// syntax: a parameter with a default; at `default`
mod default_of_a_parameter {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(default = "a")]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// syntax: an annotation of schemas on a parameter; at `field`
mod field_annotation {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[field(required)]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// syntax: a key that does not exist; at `variadik`
mod misspelt_key {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(variadik)]
        parts: Vec<String>,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// syntax: an annotation of parameters on the function; at `param`
mod param_on_the_struct {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    #[param(variadic)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

// syntax: parameters without names; at `(String)`
mod parameters_without_names {
    use super::*;

    #[derive(Function)]
    #[function(name = "size_mb", output = i64)]
    struct SizeMb(String);

    impl Function for SizeMb {
        fn call(self) -> FunctionResult<i64> {
            Ok(5)
        }
    }
}

// syntax: a parameter with required; at `required`
mod required_parameter {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        #[param(required)]
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
