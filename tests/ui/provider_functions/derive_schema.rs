use schema_provider::prelude::*;

// -: the wrong derive; at `#[function(name = "sum", output = i64)]`
mod wrong_derive {
    use super::*;

    #[derive(Schema)]
    #[function(name = "sum", output = i64)]
    pub struct Sum {
        a: i64,
        #[param(variadic)]
        b: Vec<i64>,
    }

    impl Function for Sum {
        fn call(self) -> FunctionResult<i64> {
            Ok(self.a)
        }
    }
}

fn main() {}
