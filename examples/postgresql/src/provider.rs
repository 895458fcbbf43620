//! The provider and its settings.

use std::time::Duration;

use schema_provider::Path;
use schema_provider::prelude::*;

use crate::server::{ClientCertificate, Server, Settings, SslMode, Version};
use crate::{
    Database, DatabaseParameter, DatabaseSchema, DefaultPrivileges, Extension, ForeignServer,
    Grant, GrantRole, PhysicalReplicationSlot, Publication, QuoteIdent, ReplicationSlot, Role,
    RoleParameter, RolePassword, SchemasDataSource, SecurityLabel, SequencesDataSource,
    SqlFunction, Subscription, TablesDataSource, TemporaryRole, TerminateBackends, UserMapping,
    operation, proxy,
};

/// Roles, databases, schemas, privileges, extensions and functions of a PostgreSQL server.
#[derive(Schema)]
#[schema(provider = "postgresql")]
pub struct Postgresql {
    /// How to reach the server. Only `postgres` is supported; `awspostgres` and `gcppostgres` are
    /// errors. Use `postgres` for managed databases too, with a password or a client certificate,
    /// and for GCP through the Cloud SQL Auth Proxy.
    #[field(optional, default = "postgres", validate = one_of("postgres", "awspostgres", "gcppostgres"))]
    scheme: String,
    /// The server's name or address, or the folder of its Unix socket.
    #[field(optional, default_env("PGHOST", fallback = "localhost"))]
    host: Option<String>,
    /// The server's port.
    #[field(optional, default_env("PGPORT", fallback = "5432"), validate = port)]
    port: i64,
    /// The database to connect to, and to create objects in if their resource names none.
    #[field(optional, default_env("PGDATABASE", fallback = "postgres"))]
    database: String,
    /// The user that logs in.
    #[field(optional, default_env("PGUSER", fallback = "postgres"))]
    username: String,
    /// The user's password.
    #[field(optional, sensitive, default_env("PGPASSWORD"))]
    password: Option<Secret>,
    /// The user's name in the database, if it differs from the login name.
    #[field(optional)]
    database_username: Option<String>,
    /// Whether the user is a superuser. Only then are passwords of roles read back.
    #[field(optional, default_env("PGSUPERUSER", fallback = "true"))]
    superuser: bool,
    /// Whether TLS is used, and what is checked of the server's certificate: `disable`, `allow`,
    /// `prefer`, `require`, `verify-ca` or `verify-full`. Defaults to `require`.
    #[field(optional, default_env("PGSSLMODE"))]
    sslmode: Option<String>,
    /// The former name of `sslmode`, used if that is not set.
    #[field(optional, deprecated = "Write sslmode instead.")]
    ssl_mode: Option<String>,
    /// The client certificate for authentication.
    #[field(block(list, max_items = 1))]
    clientcert: Vec<ClientCert>,
    /// The certificates of the authorities that may have signed the server's certificate: a file,
    /// or PEM text. Defaults to those of the system.
    #[field(optional)]
    sslrootcert: Option<String>,
    /// The timeout for connecting, in seconds; 0 means none.
    #[field(optional, default_env("PGCONNECT_TIMEOUT", fallback = "180"), validate = range(-1..))]
    connect_timeout: i64,
    /// The maximum number of connections to one database; 0 means no limit. Changes of databases
    /// take two.
    #[field(optional, default = 20, validate = range(-1..))]
    max_connections: i64,
    /// The server's version, which is then not queried. Features that this version lacks are
    /// omitted.
    #[field(optional, default = "9.0.0", validate = custom = version)]
    expected_version: String,
    /// Not supported, an error if true: login with AWS IAM. Pass the token of
    /// `aws rds generate-db-auth-token` as `password`.
    #[field(optional)]
    aws_rds_iam_auth: Option<bool>,
    /// Not supported: without effect, since `aws_rds_iam_auth` is an error.
    #[field(optional)]
    aws_rds_iam_profile: Option<String>,
    /// Not supported: without effect, since `aws_rds_iam_auth` is an error.
    #[field(optional)]
    aws_rds_iam_region: Option<String>,
    /// Not supported: without effect, since `aws_rds_iam_auth` is an error.
    #[field(optional)]
    aws_rds_iam_provider_role_arn: Option<String>,
    /// Not supported, an error if true: login with an Azure identity. Pass its access token as
    /// `password`.
    #[field(optional)]
    azure_identity_auth: Option<bool>,
    /// Not supported: without effect, since `azure_identity_auth` is an error.
    #[field(optional)]
    azure_tenant_id: Option<String>,
    /// Not supported, an error if set: login as a GCP service account.
    #[field(optional)]
    gcp_iam_impersonate_service_account: Option<String>,
}

/// A certificate of the client with its key.
#[derive(Schema)]
#[schema(block)]
pub struct ClientCert {
    /// The certificate: a file, or PEM text.
    #[field(required)]
    cert: String,
    /// The private key: a file, or PEM text.
    #[field(required, sensitive)]
    key: Secret,
    /// Whether `cert` and `key` are PEM text, not files.
    #[field(optional)]
    sslinline: Option<bool>,
}

impl Provider for Postgresql {
    type Client = Server;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Role,
            Database,
            DatabaseSchema,
            Grant,
            GrantRole,
            DefaultPrivileges,
            Extension,
            SqlFunction,
            ReplicationSlot,
            PhysicalReplicationSlot,
            Publication,
            Subscription,
            ForeignServer,
            UserMapping,
            SecurityLabel,
            RoleParameter,
            DatabaseParameter
        ]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![SchemasDataSource, TablesDataSource, SequencesDataSource]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Role, Database]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![RolePassword, TemporaryRole]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![TerminateBackends]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![QuoteIdent]
    }

    async fn configure(cx: &Cx, config: ConfigData<'_, Self>) -> Result<Server> {
        refuse_clouds(&config)?;
        let text = |value: Option<String>| value.filter(|text| !text.is_empty());
        let settings = config.read_struct()?;
        let host = text(settings.host).unwrap_or_else(|| "localhost".to_owned());
        // As in a URL, an IPv6 address may be in brackets.
        let host = match host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
        {
            Some(address) => address.to_owned(),
            None => host,
        };
        // An empty string means unset, as everywhere.
        let or_environment = |value: String, variable: &str| {
            let known = cx.environment().first([variable]);
            text(Some(value)).unwrap_or_else(|| known.unwrap_or("postgres").to_owned())
        };
        let ssl_mode = text(settings.sslmode).or(text(settings.ssl_mode));
        let expected: Version = settings.expected_version.parse()?;
        Ok(Server::new(Settings {
            scheme: settings.scheme,
            proxy: proxy::socks(cx.environment(), &host),
            host,
            port: u16::try_from(settings.port)?,
            database: or_environment(settings.database, "PGDATABASE"),
            username: or_environment(settings.username, "PGUSER"),
            password: settings.password.unwrap_or_default(),
            database_username: text(settings.database_username),
            superuser: settings.superuser,
            ssl_mode: SslMode::from(ssl_mode.unwrap_or_default().as_str()),
            root_certificate: text(settings.sslrootcert),
            client_certificate: settings.clientcert.into_iter().next().map(|client| {
                ClientCertificate {
                    certificate: client.cert,
                    key: client.key,
                    inline: client.sslinline.unwrap_or_default(),
                }
            }),
            connect_timeout: at_least_one(settings.connect_timeout).map(Duration::from_secs),
            max_connections: at_least_one(settings.max_connections).map(|most| {
                u32::try_from(most)
                    .unwrap_or(u32::MAX)
                    .min(MOST_CONNECTIONS)
            }),
            application_name: cx.environment().first(["PGAPPNAME"]).map(str::to_owned),
            expected_version: Some(expected).filter(|version| *version != Version::ASK),
        }))
    }

    async fn run_operation(
        cx: &Cx,
        server: &Server,
        operation: impl Future<Output = Result> + Send,
    ) -> Result {
        operation::run(cx, server, operation).await
    }
}

/// Higher than any server's limit, and low enough for the semaphore.
const MOST_CONNECTIONS: u32 = 1 << 20;

/// Zero and negative numbers mean no limit.
fn at_least_one(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|number| *number > 0)
}

#[allow(clippy::ptr_arg)] // The type of the field.
fn version(path: &Path, text: &String) -> Diagnostics {
    match text.parse::<Version>() {
        Ok(_) => Diagnostics::new(),
        Err(error) => Diagnostic::error(format!("{text:?} is not a version"))
            .with_detail(format!("{error}."))
            .at(path.clone())
            .into(),
    }
}

/// Rejects settings for logging in with cloud libraries.
fn refuse_clouds(config: &ConfigData<'_, Postgresql>) -> Result {
    let refused = |path: Path, what: &str| {
        Diagnostic::error(format!("{path} is not supported"))
            .with_detail(format!(
                "This provider has none of the libraries of clouds: {what}. Use scheme = \"postgres\" with a password, \
                 or a client certificate."
            ))
            .at(path)
    };
    let mut wrong = Diagnostics::new();
    if let Some(scheme) = config
        .get_ok(Postgresql::SCHEME)
        .filter(|scheme| scheme != "postgres")
    {
        let what = format!("it cannot connect by {scheme}");
        wrong.push(refused(Postgresql::SCHEME.path(), &what));
    }
    if config.get_ok(Postgresql::AWS_RDS_IAM_AUTH).is_some() {
        let what = "it cannot ask AWS for a password";
        wrong.push(refused(Postgresql::AWS_RDS_IAM_AUTH.path(), what));
    }
    if config.get_ok(Postgresql::AZURE_IDENTITY_AUTH).is_some() {
        if config.get_ok(Postgresql::AZURE_TENANT_ID).is_none() {
            let missing = Diagnostic::error("azure_tenant_id is required with azure_identity_auth")
                .at(Postgresql::AZURE_TENANT_ID.path());
            wrong.push(missing);
        }
        let what = "it cannot ask Azure for a token";
        wrong.push(refused(Postgresql::AZURE_IDENTITY_AUTH.path(), what));
    }
    let account = Postgresql::GCP_IAM_IMPERSONATE_SERVICE_ACCOUNT;
    if config.get_ok(account).is_some() {
        let what = "it cannot log in as a service account";
        wrong.push(refused(account.path(), what));
    }
    match wrong.has_errors() {
        true => Err(wrong),
        false => Ok(()),
    }
}
