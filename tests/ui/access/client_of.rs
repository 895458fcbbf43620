use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: the client is asked of the plan; at `client`
mod client_of_a_plan {
    use super::*;

    pub fn code(plan: &mut PlanData<Image>) {
        let _ = plan.client();
    }
}

// E0277: the client is asked of the data; at `client`
mod client_of_data {
    use super::*;

    pub fn code(data: &mut ResourceData<Image>) {
        let _ = data.client();
    }
}

// E0277: a configuration is asked as the data of a call are; at `get`
mod get_of_a_configuration {
    use super::*;

    pub fn code(config: ConfigData<'_, Image>) {
        let _ = config.get(Image::NAME);
    }
}

// E0107: the type of the client, as in Go; at `client`
mod client_with_a_type {
    use super::*;

    pub fn code(cx: &Cx<Image>) -> Result {
        let _ = cx.client::<()>()?;
        Ok(())
    }
}

fn main() {}
