use schema_provider::prelude::*;

/// A provider whose `configure` makes clients as their pages say.
#[derive(Schema)]
#[schema(provider = "beside")]
pub struct Beside {}

impl Provider for Beside {
    type Client = ();

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Clients]
    }

    async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result {
        let roots = rustls::RootCertStore::empty();
        // Panics where rustls cannot tell which of two providers is meant.
        let _config = rustls::ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let _hyper = hyper_rustls::HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_only()
            .enable_http1()
            .build();
        reqwest::Client::builder().build()?;
        Ok(())
    }
}

/// What there is of clients.
#[derive(Schema)]
#[schema(data_source = "beside_clients")]
pub struct Clients {
    /// They could be made.
    #[field(computed)]
    made: bool,
}

impl DataSource for Clients {
    type Provider = Beside;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?;
        data.set(Clients::MADE, true);
        data.set_id("clients");
        Ok(())
    }
}
