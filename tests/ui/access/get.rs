use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0599: Get as in Go; at `Get`
mod get_as_in_go {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.Get("name");
    }
}

// E0277: a field of an old state; at `"name"`
mod get_of_an_old_state {
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
        old.get("name");
    }
}

// E0277: get_ok of a plan; at `get_ok`
mod get_ok_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        let _ = plan.get_ok(Image::NAME);
    }
}

// E0599: a default where it is read; at `get_or`
mod get_or_of_a_configuration {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {
        #[field(optional)]
        region: Option<String>,
        #[field(required, sensitive)]
        token: Secret,
    }

    pub fn code(config: &ConfigData<'_, Disk>) -> Result {
        let _ = config.get_or(Disk::REGION, "eu");
        Ok(())
    }
}

fn main() {}
