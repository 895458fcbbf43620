// E0277: a function among the resources; at `Twice`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Twice]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Function)]
#[function(name = "twice", output = i64)]
struct Twice {
    number: i64,
}

impl Function for Twice {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.number.saturating_mul(2))
    }
}


fn main() {}
