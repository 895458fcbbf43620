use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

// R209: force_new in an ephemeral resource; at `force_new`
mod r209_force_new {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required, force_new)]
        image: String,
    }
}

// R222: a create timeout of an ephemeral resource; at `create`
mod r222_timeouts {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy", timeouts(create = "1m"))]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }
}

// R275: a write-only field of an ephemeral resource; at `write_only`
mod r275_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(optional, write_only)]
        phrase: Option<String>,
    }
}

fn main() {}
