use schema_provider::prelude::*;

// E0277: a struct that is not a function; at `Join`
mod not_a_function {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_join")]
    struct Join {}

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn functions() -> &'static [FunctionDef] {
            functions![Join]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a parameter that is a struct, without `nested`; at `Part`
mod struct_without_nested {
    use super::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        text: String,
    }

    #[derive(Function)]
    #[function(name = "join", output = String)]
    struct Join {
        part: Part,
    }

    impl Function for Join {
        fn call(self) -> FunctionResult<String> {
            Err(FunctionError::new("none"))
        }
    }
}

fn main() {}
