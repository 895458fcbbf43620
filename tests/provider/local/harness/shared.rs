//! Resources and data sources that two providers share.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, object};

/// Where a service is.
struct Service(&'static str);

/// A service.
#[derive(Schema)]
#[schema(provider = "cloud")]
struct Cloud {}

impl Provider for Cloud {
    type Client = Service;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Disk]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Zone]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Service> {
        Ok(Service("stable"))
    }
}

/// The same service, with unstable additions.
#[derive(Schema)]
#[schema(provider = "cloudbeta")]
struct CloudBeta {}

impl Provider for CloudBeta {
    type Client = Service;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Disk, Preview]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Zone]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Service> {
        Ok(Service("beta"))
    }
}

macro_rules! made {
    ($name:ident, $provider:ident, $type_name:literal) => {
        #[derive(Schema)]
        #[schema(resource = $type_name, id = none)]
        struct $name {
            #[field(computed)]
            made_by: String,
        }

        impl Resource for $name {
            type Provider = $provider;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set($name::MADE_BY, cx.client()?.0);
                Ok(())
            }

            nothing_to_read!();

            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
    };
}

made!(Disk, Cloud, "cloud_disk");
made!(Preview, CloudBeta, "cloudbeta_preview");

/// A zone.
#[derive(Schema)]
#[schema(data_source = "cloud_zone", id = none)]
struct Zone {
    #[field(computed)]
    of: String,
}

impl DataSource for Zone {
    type Provider = Cloud;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Zone::OF, cx.client()?.0);
        Ok(())
    }
}

/// Provider code gets the client of the calling provider.
#[test]
fn each_provider_gives_its_own_client() {
    ProviderTest::new::<Cloud>()
        .step(
            Step::apply("resource \"cloud_disk\" \"a\" {}\ndata \"cloud_zone\" \"z\" {}\n")
                .saves(object("cloud_disk.a").attr(Disk::MADE_BY).is("stable"))
                .saves(object("data.cloud_zone.z").attr(Zone::OF).is("stable")),
        )
        .run();
    // Terraform needs to know whose they are; the local runner has one provider.
    let main = |provider: &str| {
        format!(
            "resource \"cloud_disk\" \"a\" {{\n{provider}}}\ndata \"cloud_zone\" \"z\" {{\n{provider}}}\n\
             resource \"cloudbeta_preview\" \"p\" {{}}\n"
        )
    };
    let step = |provider: &str| {
        Step::apply(main(provider))
            .saves(object("cloud_disk.a").attr(Disk::MADE_BY).is("beta"))
            .saves(object("data.cloud_zone.z").attr(Zone::OF).is("beta"))
            .saves(
                object("cloudbeta_preview.p")
                    .attr(Preview::MADE_BY)
                    .is("beta"),
            )
    };
    ProviderTest::new::<CloudBeta>()
        .step(step("  provider = cloudbeta\n").only_with_terraform("it names the provider"))
        .run();
    ProviderTest::new::<CloudBeta>()
        .step(step("").only_in_process("it does not name the provider"))
        .run();
}
