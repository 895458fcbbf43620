use schema_provider::prelude::*;

// R145: a function twice; at `Join`
mod r145_function_twice {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn functions() -> &'static [FunctionDef] {
            functions![Join, Join]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0080: a secret as result; at `Secret`
mod secret_output {
    use super::*;

    #[derive(Function)]
    #[function(name = "join", output = Secret)]
    struct Join {
        text: String,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<Secret> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
