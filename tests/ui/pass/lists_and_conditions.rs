//! Constants that list values, and items under a condition.

#![deny(warnings)]

use std::borrow::Cow;
use std::sync::Arc;

use schema_provider::prelude::*;

const ZONES: [&str; 2] = ["a", "b"];
const LEVELS: &[u8] = &[1, 2];

/// A service whose name has a hyphen.
#[derive(Schema)]
#[schema(provider = "my-cloud")]
pub struct Cloud {}

impl Provider for Cloud {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            #[cfg(any())]
            Missing,
            Server,
            #[cfg(all())]
            #[cfg(not(any()))]
            Disk
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A server.
#[derive(Schema)]
#[schema(resource = "my-cloud_server", allow(force_new_default, reason = "a replacement is cheap"))]
pub struct Server {
    #[field(optional, force_new, default = "a", validate = one_of(ZONES))]
    zone: String,
    #[field(optional, force_new, default = 1, validate = one_of(LEVELS))]
    level: i64,
    #[field(required, force_new, validate = one_of(vec!["x", "y"]))]
    name: String,
    #[field(computed)]
    address: String,
    #[field(computed)]
    tags: Vec<String>,
    #[field(computed)]
    groups: Set<String>,
}

impl Resource for Server {
    type Provider = Cloud;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        write(data);
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn write(data: &mut ResourceData<Server>) {
    let (text, list) = (String::from("x"), vec![String::from("x")]);
    data.set(Server::ADDRESS, Cow::Borrowed("x"));
    data.set(Server::ADDRESS, &Cow::Borrowed("x"));
    data.set(Server::ADDRESS, &Box::new(text.clone()));
    data.set(Server::ADDRESS, &Arc::new(text.clone()));
    data.set(Server::ADDRESS, Arc::<str>::from("x"));
    data.set(Server::TAGS, ["x", "y"]);
    data.set(Server::TAGS, &["x", "y"]);
    data.set(Server::TAGS, [text.clone()]);
    data.set(Server::TAGS, list.as_slice());
    data.set(Server::TAGS, ["x"]);
    data.set(Server::GROUPS, ["x"]);
    data.set(Server::GROUPS, [&text]);
}

/// A disk.
#[derive(Schema)]
#[schema(resource = "my-cloud_disk")]
pub struct Disk {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Disk {
    type Provider = Cloud;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {
    assert_eq!(Cloud::resources().len(), 2);
}
