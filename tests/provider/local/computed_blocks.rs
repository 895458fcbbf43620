//! Computed blocks in the local runner, which supports them whatever Terraform is installed.

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

/// A provider of cards.
#[derive(Schema)]
#[schema(provider = "net")]
pub struct Net {}

impl Provider for Net {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Card]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// An address of a card.
#[derive(Schema, Clone)]
pub struct Address {
    #[field(optional, computed)]
    family: Option<String>,
    #[field(computed(when_changed(family)))]
    ip: String,
}

/// A card.
#[derive(Schema)]
#[schema(resource = "net_card")]
pub struct Card {
    #[field(required)]
    name: String,
    #[field(computed, block(list))]
    address: Vec<Address>,
}

impl Resource for Card {
    type Provider = Net;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        let mut all = data.get(Card::ADDRESS);
        if all.is_empty() {
            let family = Some("v4".to_owned());
            let ip = String::new();
            all = vec![Address { family, ip }];
        }
        for one in &mut all {
            one.ip = format!("{}-1", one.family.as_deref().unwrap_or_default());
        }
        data.set(Card::ADDRESS, all);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Card {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::create(cx, data).await
    }
}

struct Place(tempfile::TempDir);

impl Place {
    /// The exit code and the output.
    async fn run<const N: usize>(&self, command: [&str; N], inside: &str) -> (u8, String) {
        let main = format!(
            "resource \"net_card\" \"a\" {{\n  name = \"a\"\n{inside}}}\noutput \"ips\" {{\n  \
             value = join(\" \", net_card.a.address[*].ip)\n}}\n"
        );
        std::fs::write(self.0.path().join("main.tf"), main).expect("written");
        let (io, captured) = Io::captured(self.0.path(), "");
        let instance = Instance::new::<Net>(Environment::default()).expect("a good provider");
        let status = run(command, instance, io).await;
        (status.code(), captured.errors() + &captured.output())
    }
}

const APPLY: [&str; 2] = ["apply", "-auto-approve"];

#[tokio::test]
async fn unconfigured_blocks_are_known_after_the_apply_and_then_kept() {
    let place = Place(tempfile::tempdir().expect("temporary directory"));
    let (code, said) = place.run(["plan"], "").await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("address"), "{said}");
    assert!(said.contains("(known after apply)"), "{said}");
    let (code, said) = place.run(APPLY, "").await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("ips = \"v4-1\""), "{said}");
    let (code, said) = place.run(["plan", "-detailed-exitcode"], "").await;
    assert_eq!(code, 0, "{said}");
    // Configured, and left to the provider again, which keeps it.
    let inside = "  address {\n    family = \"six\"\n  }\n  address {}\n";
    let (code, said) = place.run(APPLY, inside).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("ips = \"six-1"), "{said}");
    let (code, said) = place.run(["plan", "-detailed-exitcode"], "").await;
    assert_eq!(code, 0, "{said}");
    let (code, said) = place.run(["destroy", "-auto-approve"], "").await;
    assert_eq!(code, 0, "{said}");
}

#[tokio::test]
async fn computed_fields_of_a_block_cannot_be_configured() {
    let place = Place(tempfile::tempdir().expect("temporary directory"));
    let (code, said) = place
        .run(["plan"], "  address {\n    ip = \"1\"\n  }\n")
        .await;
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("Value for unconfigurable attribute"),
        "{said}"
    );
    assert!(said.contains("\"ip\""), "{said}");
}
