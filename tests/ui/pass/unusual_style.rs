//! Valid code in a style that the examples do not use.
#![deny(warnings)]
#![allow(dead_code)]

use schema_provider::prelude::{self as sdk, *};
use std::collections::HashMap as Labels;

/// Modules, paths, visibilities, aliases.
pub mod cloud {
    use schema_provider::prelude::{ConfigData, Cx, Provider, ResourceDef, Result, Schema, resources};

    #[derive(Schema)]
    #[schema(provider = "cloud")]
    pub struct Cloud {
        /// It's "quoted", with `code`, a \ and an é.
        #[field(optional)]
        pub(crate) r#type: Option<String>,
    }

    impl Provider for Cloud {
        type Client = super::Client;

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![crate::Server, super::server::Disk, self::inner::Rule,]
        }

        async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<super::Client> {
            let kind = config.value(Self::TYPE).known();
            let kind = kind.as_deref().unwrap_or("plain");
            Ok(super::Client {
                kind: kind.to_owned(),
            })
        }
    }

    pub mod inner {
        use schema_provider::prelude::*;

        #[derive(Schema)]
        #[schema(resource = "cloud_rule")]
        pub(in crate::cloud) struct Rule {
            #[field(required, force_new)]
            pub name: String,
        }

        impl Resource for Rule {
            type Provider = crate::cloud::Cloud;
            async fn create(cx: &Cx<Rule>, data: &mut ResourceData<Rule>) -> Result<()> {
                data.set_id(format!("{}-{}", cx.client()?.kind, data.get(Rule::NAME)));
                Ok(())
            }
            nothing_to_read!();
            async fn delete(_: &Cx<Rule>, _: &mut ResourceData<Rule>) -> Result<()> {
                Ok(())
            }
        }
    }
}

/// A client with a lifetime in its functions.
#[derive(Debug, Clone, PartialEq)]
pub struct Client {
    kind: String,
}

impl Client {
    async fn find<'a>(&'a self, wanted: &'a str) -> std::result::Result<Option<&'a str>, std::io::Error> {
        Ok(Some(wanted).filter(|wanted| !wanted.is_empty()))
    }
}

type Text = String;

/// Named as variables and keywords are.
#[derive(sdk::Schema, Debug, Clone, PartialEq)]
#[schema(resource = "cloud_server", timeouts(create = "5m"))]
pub struct Server {
    /// Raw.
    #[field(required, force_new)]
    r#match: Text,
    /// Its name is also that of a method.
    #[field(optional)]
    get: Option<Text>,
    #[field(optional)]
    map: Option<i64>,
    #[field(optional)]
    labels: Labels<String, Text>,
    #[doc = "Not a comment."]
    #[doc = " In two lines."]
    #[field(optional)]
    #[field(validate = size(..=5))]
    zones: ::std::vec::Vec<std::string::String>,
    #[cfg(all())]
    #[field(computed)]
    address: String,
    #[cfg(any())]
    #[field(computed)]
    left_out: NoType,
    #[field(optional, sensitive)]
    password: Option<Secret>,
    #[field(block(list))]
    disk: Vec<server::Part>,
}

impl Server {
    /// Functions may have the names of fields.
    pub fn address(&self) -> &str {
        &self.address
    }
    /// Also without `self`.
    fn labels() -> [&'static str; 2] {
        ["a", "b"]
    }
    fn zones() -> usize {
        Self::labels().len()
    }
}

pub(crate) mod server {
    use super::*;

    macro_rules! parts {
        ($($name:ident { $($field:ident: $ty:ty),* })*) => {$(
            #[derive(Schema, Debug, Clone, PartialEq)]
            pub struct $name { $(#[field(required)] pub $field: $ty),* }
        )*};
    }

    parts! {
        Part { size: i64, label: String }
        Other { r#in: bool }
    }

    macro_rules! resource {
        ($(#[$meta:meta])* $name:ident = $text:literal) => {
            $(#[$meta])*
            #[derive(Schema)]
            #[schema(resource = $text)]
            pub struct $name {
                #[field(required, force_new)]
                name: String,
            }

            impl Resource for $name {
                type Provider = cloud::Cloud;
                async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                    data.set_id(data.get($name::NAME));
                    Ok(())
                }
                async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }
                async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }
            }
        };
    }

    resource! {
        /// Made by a macro.
        Disk = "cloud_disk"
    }
}

/// Helpers over handles.
fn text_of<R, F>(data: &ResourceData<R>, field: F) -> String
where
    R: schema_runtime::object::Object,
    F: schema_runtime::attr::FieldOf<R, Value = Option<String>>,
{
    data.get(field).unwrap_or_default()
}

fn parts(data: &ResourceData<Server>) -> impl Iterator<Item = (usize, i64)> {
    data.get(Server::DISK).into_iter().enumerate().map(|(index, part)| (index, part.size))
}

async fn look(cx: &Cx<Server>, id: &str) -> Result<Option<String>> {
    Ok(cx.client()?.find(id).await?.map(str::to_owned))
}

impl Resource for Server {
    type Provider = cloud::Cloud;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let wanted = data.get(Self::MATCH);
        let found = look(cx, &wanted).await?.ok_or("there is none")?;
        data.set_id(&found);
        let shout = |text: &str| -> String { text.to_uppercase() };
        data.set(Self::ADDRESS, shout(&found));
        for (index, size) in parts(data).collect::<Vec<_>>() {
            if size < 0 {
                return Err(Diagnostic::error("too small")
                    .at(Server::DISK.at(index).then(server::Part::SIZE))
                    .into());
            }
        }
        if data.get(Self::PASSWORD).as_ref().and_then(Secret::expose) == Some("admin") {
            cx.warn("The password is a bad one");
            cx.warn(format!("{} of them", 1));
            cx.warn(Diagnostic::warning("bad").at(Server::PASSWORD));
        }
        let _ = (text_of(data, Server::GET), Server::zones());
        let mut errors = Diagnostics::new();
        errors.warn_at(Server::MAP, "a map", String::from("of a number"));
        errors.error_at(Server::MAP.path(), "a map", "of a number");
        match wanted.as_str() {
            "" => bail!("nothing is wanted"),
            _ if errors.is_empty() => Err("no".to_owned().into()),
            _ => Ok(()),
        }
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let Some(address) = look(cx, data.require_id()?).await? else {
            return Ok(data.mark_gone());
        };
        Ok(data.set(Self::ADDRESS, address))
    }

    fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send {
        let _ = (cx, data.id());
        async { Ok(()) }
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let known = plan.value(Self::MAP).known().is_some_and(|map| map > 0);
        if let (true, Val::Known(labels)) = (known, plan.value(Self::LABELS)) {
            let _ = labels.values().map(|label| label.len()).max();
        }
        Ok(())
    }
}

impl Update for Server {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.has_changes((Self::GET, Self::MAP, Self::DISK.at(0).then(server::Part::LABEL))) {
            data.set_null(Self::MAP);
        }
        <Self as Resource>::read(cx, data).await
    }
}

/// A function whose errors are strings, boxes and errors.
#[derive(Function)]
#[function(name = "halve", output = i64)]
pub struct Halve {
    pub number: i64,
    pub text: String,
}

impl Function for Halve {
    fn call(self) -> FunctionResult<i64> {
        let more: i64 = self.text.parse()?;
        let checked = || -> std::result::Result<(), Box<dyn std::error::Error>> { Ok(()) };
        checked()?;
        if self.number % 2 == 1 {
            return Err("it is odd".into());
        }
        Err(format!("{more} is odd")).at(Self::TEXT)?;
        self.number.checked_div(2).ok_or("no half")?.try_into().map_err(FunctionError::from)
    }
}

fn main() {
    let path = Server::MATCH.path();
    assert_eq!(path.to_string(), "match");
}
