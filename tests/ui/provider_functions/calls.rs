use schema_provider::prelude::*;

// E0599: the parameter's name for its constant; at `text`
mod name_of_a_parameter {
    use super::*;

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
}

// E0308: a string for the error of a function; at `refused()`
mod text_as_the_error {
    use super::*;

    #[derive(Function)]
    #[function(name = "size_mb", output = i64)]
    pub struct SizeMb {
        pub text: String,
    }

    fn refused() -> std::result::Result<i64, &'static str> {
        Err("no")
    }

    impl Function for SizeMb {
        fn call(self) -> FunctionResult<i64> {
            refused()
        }
    }
}

// E0277: validate asks for an argument of another function; at `Split::TEXT`
mod validate_an_argument_of_another {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        between: String,
    }

    #[derive(Function)]
    #[function(name = "split", output = String)]
    struct Split {
        text: String,
    }

    impl Function for Join {
        fn validate(arguments: ConfigData<'_, Self>) -> Diagnostics {
            match arguments.value(Split::TEXT) {
                Val::Known(text) if text.is_empty() => Diagnostic::error("there is none").into(),
                _ => Diagnostics::new(),
            }
        }

        fn call(self) -> FunctionResult<String> {
            Ok(self.between)
        }
    }

    impl Function for Split {
        fn call(self) -> FunctionResult<String> {
            Ok(self.text)
        }
    }
}

fn main() {}
