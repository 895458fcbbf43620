// E0277: validate asks for an argument of another function; at `Split::TEXT`
use schema_provider::prelude::*;

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

fn main() {}
