use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: settings from a context; at `config`
mod answer_of_config_of_a_context {
    use super::*;

    pub fn read(cx: &Cx) -> String {
        cx.config(Image::NAME)
    }
}

// E0599: GetChange of data, with the answer taken apart; at `GetChange`
mod answer_of_get_change_as_in_go {
    use super::*;

    pub fn update(data: &mut ResourceData<Image>) {
        let (old, new) = data.GetChange(Image::NAME);
        drop::<(String, String)>((old, new));
    }
}

// E0599: get_id of data, with the answer used; at `get_id`
mod answer_of_get_id {
    use super::*;

    pub fn read(data: &mut ResourceData<Image>) {
        let id: String = data.get_id().to_string();
        drop(id);
    }
}

// E0277: get of an old state, with the answer used; at `"name"`
mod answer_of_get_of_an_old_state {
    use super::*;

    #[derive(SchemaEnum)]
    pub enum Tier {
        Standard,
        Premium,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(optional, computed)]
        size_mb: Option<i64>,
        #[field(optional, default = "standard")]
        tier: Tier,
        #[field(block(list))]
        part: Vec<Part>,
        #[field(computed)]
        sha256: String,
    }

    #[derive(Schema)]
    #[schema(block)]
    pub struct Part {
        #[field(required)]
        label: String,
    }

    pub fn upgrade(old: &OldState) {
        let name: String = old.get("name");
        drop(name);
    }
}

// E0277: get_ok of a plan, with the answer used; at `get_ok`
mod answer_of_get_ok_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        let size: Option<i64> = plan.get_ok(Image::SIZE_MB);
        if let Some(size) = size {
            drop(size + 1);
        }
    }
}

// E0277: is_null of a field, and what is done with the answer; at `is_null`
mod answer_of_is_null_of_data {
    use super::*;

    pub fn read(data: &mut ResourceData<Image>) -> bool {
        !data.is_null(Image::NAME)
    }
}

// E0599: is_some of a Val, as a condition; at `is_some`
mod answer_of_is_some_of_a_val {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        if plan.value(Image::SIZE_MB).is_some() {}
    }
}

// E0277: log of a context, waited for; at `log`
mod answer_of_log {
    use super::*;

    pub async fn create(cx: &Cx<Image>) -> Result {
        cx.log("created").await?;
        Ok(())
    }
}

// E0277: remove of data, returned; at `remove`
mod answer_of_remove {
    use super::*;

    pub fn read(data: &mut ResourceData<Image>) -> Result {
        data.remove(Image::SIZE_MB)?;
        Ok(())
    }
}

// E0277: require of a plan, with the answer used; at `require`
mod answer_of_require_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) -> Result {
        let name: String = plan.require(Image::NAME)?;
        drop(name);
        Ok(())
    }
}

// E0277: unwrap of a Val, with the answer used; at `unwrap`
mod answer_of_unwrap_of_a_val {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        let name: String = plan.value(Image::NAME).unwrap();
        drop(name);
    }
}

fn main() {}
