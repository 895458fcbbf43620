use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0599: an id of what is ephemeral; at `set_id`
mod set_id_in_open {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl EphemeralResource for Copy {
        type Provider = Disk;

        async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
            data.set_id("1");
            Ok(())
        }

        async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0599: a close that changes the result; at `set`
mod set_in_close {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl EphemeralResource for Copy {
        type Provider = Disk;

        async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
            Ok(())
        }

        async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
            data.set(Copy::PATH, "elsewhere");
            Ok(())
        }
    }
}

// E0599: a renewal that changes the result; at `set`
mod set_in_renew {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl EphemeralResource for Copy {
        type Provider = Disk;

        async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
            Ok(())
        }

        async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
            Ok(())
        }
    }

    impl Renew for Copy {
        async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
            data.set(Copy::PATH, "elsewhere");
            Ok(())
        }
    }
}

fn main() {}
