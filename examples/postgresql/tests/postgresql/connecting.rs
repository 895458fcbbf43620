//! How the provider's client connects: TLS, limits, and cleaning up.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use terraform_provider_postgresql::server::{
    ClientCertificate, Proxy, Server, Settings, SslMode, Version,
};

use crate::common::certificates::write_version_1;
use crate::common::cluster::{self, Cluster, PASSWORD, runtime};
use crate::common::session::until;
use crate::common::socks;

/// Settings for the superuser, without TLS.
pub fn settings(cluster: &Cluster) -> Settings {
    Settings {
        scheme: "postgres".to_owned(),
        host: "127.0.0.1".to_owned(),
        port: cluster.port,
        database: "postgres".to_owned(),
        username: "postgres".to_owned(),
        password: PASSWORD.into(),
        database_username: None,
        superuser: true,
        ssl_mode: SslMode::Disable,
        root_certificate: None,
        client_certificate: None,
        connect_timeout: Some(Duration::from_secs(60)),
        max_connections: Some(20),
        application_name: None,
        expected_version: None,
        proxy: None,
    }
}

/// Whether the connection has TLS, or why not.
async fn tls(settings: Settings) -> Result<bool, String> {
    let server = Server::new(settings);
    let connection = server.connect("postgres").await;
    let connection = connection
        .map_err(|error| schema_provider::prelude::Diagnostics::from(error).to_string())?;
    let query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let tls = connection.query_one(query, &[]).await;
    connection.close().await;
    tls.map_err(|error| error.to_string())
}

#[test]
fn each_sslmode_connects_as_it_says() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    for user in ["tls_only", "plain_only"] {
        cluster.sql(
            "postgres",
            &format!("CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}'"),
        );
    }
    let with = |mode: &str, change: &dyn Fn(&mut Settings)| {
        let mut settings = settings(cluster);
        settings.ssl_mode = SslMode::from(mode);
        change(&mut settings);
        runtime().block_on(tls(settings))
    };
    let user =
        |name: &'static str| move |settings: &mut Settings| settings.username = name.to_owned();
    assert_eq!(with("disable", &|_| {}), Ok(false));
    assert_eq!(with("allow", &|_| {}), Ok(false));
    assert_eq!(with("prefer", &|_| {}), Ok(true));
    assert_eq!(with("require", &|_| {}), Ok(true));
    assert_eq!(
        with("", &|_| {}),
        Ok(true),
        "require is what stands for no mode"
    );
    assert_eq!(with("allow", &user("tls_only")), Ok(true));
    assert_eq!(with("prefer", &user("plain_only")), Ok(false));
    assert!(with("disable", &user("tls_only")).is_err());
    assert!(with("require", &user("plain_only")).is_err());

    let authority = cluster.certificates.authority.display().to_string();
    let stranger = cluster.certificates.stranger.display().to_string();
    // The certificate is for localhost.
    let root = |path: &str, host: &str| {
        let (path, host) = (path.to_owned(), host.to_owned());
        move |settings: &mut Settings| {
            settings.root_certificate = Some(path.clone());
            settings.host = host.clone();
        }
    };
    for (mode, path, host, works) in [
        ("require", &authority, "127.0.0.1", true),
        ("require", &stranger, "127.0.0.1", false),
        ("verify-ca", &authority, "127.0.0.1", true),
        ("verify-ca", &stranger, "localhost", false),
        ("verify-full", &authority, "localhost", true),
        ("verify-full", &authority, "127.0.0.1", false),
        ("verify-full", &stranger, "localhost", false),
    ] {
        let made = with(mode, &root(path, host));
        match works {
            true => assert_eq!(made, Ok(true), "{mode} {path} {host}"),
            false => assert!(
                made.as_ref().unwrap_err().contains("certificate"),
                "{mode} {path} {host}: {made:?}"
            ),
        }
    }
    // The text of the certificate instead of its file.
    let text = std::fs::read_to_string(&authority).unwrap();
    assert_eq!(with("verify-full", &root(&text, "localhost")), Ok(true));
    // The system's authorities did not sign it.
    let error = with("verify-full", &|settings| {
        settings.host = "localhost".to_owned()
    })
    .unwrap_err();
    assert!(error.contains("certificate"), "{error}");
    let error = with("verify-ca", &root("/nowhere/ca.crt", "localhost")).unwrap_err();
    assert!(error.contains("sslrootcert"), "{error}");
    let error = with("maybe", &|_| {}).unwrap_err();
    assert!(
        error.contains("sslmode is \"maybe\"") && error.contains("verify-full"),
        "{error}"
    );
}

#[test]
fn a_client_certificate_is_shown_to_the_server() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    cluster.sql("postgres", "CREATE ROLE certificate_only LOGIN");
    let files = &cluster.certificates;
    let with = |certificate: Option<ClientCertificate>| {
        let mut settings = settings(cluster);
        settings.username = "certificate_only".to_owned();
        settings.password = "".into();
        settings.ssl_mode = SslMode::Require;
        settings.client_certificate = certificate;
        runtime().block_on(tls(settings))
    };
    let (certificate, key) = (
        files.client.display().to_string(),
        files.client_key.display().to_string(),
    );
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let given = |certificate: &str, key: &str, inline: bool| {
        with(Some(ClientCertificate {
            certificate: certificate.to_owned(),
            key: key.into(),
            inline,
        }))
    };
    assert_eq!(given(&certificate, &key, false), Ok(true));
    assert_eq!(given(&read(&certificate), &read(&key), true), Ok(true));
    assert!(with(None).is_err());
    // A key that is taken for a file name is not shown.
    let error = given(&certificate, &read(&key), false).unwrap_err();
    assert!(
        error.contains("clientcert.key") && !error.contains("PRIVATE KEY"),
        "{error}"
    );
    let error = given(&key, &key, false).unwrap_err();
    assert!(error.contains("clientcert.cert"), "{error}");
}

#[test]
fn a_unix_socket_is_reached_without_tls() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let mut settings = settings(cluster);
    settings.host = cluster.folder.display().to_string();
    settings.ssl_mode = SslMode::Require;
    let connected = runtime().block_on(async {
        let connection = Server::new(settings).connect("postgres").await?;
        connection
            .query_one::<bool>("SELECT inet_client_addr() IS NULL", &[])
            .await
    });
    assert_eq!(connected, Ok(true));
}

#[test]
fn a_failed_connection_names_the_server_and_no_password() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let told = |settings: Settings| runtime().block_on(tls(settings)).unwrap_err();
    let mut wrong = settings(cluster);
    wrong.password = "wrong-password".into();
    let error = told(wrong);
    for part in [
        "postgres server",
        "127.0.0.1",
        "28P01",
        "password authentication failed",
    ] {
        assert!(error.contains(part), "{error}");
    }
    // No statement was sent.
    assert!(
        !error.contains("wrong-password") && !error.contains("statement"),
        "{error}"
    );
    // The password is masked if the server's text contains it; a configured name that equals it is
    // not.
    let mut same = settings(cluster);
    same.username = "somebody".to_owned();
    same.password = "somebody".into();
    let error = told(same);
    assert!(
        error.contains("authentication failed for user \"****\"")
            && error.contains("user \"somebody\"")
            && error.matches("somebody").count() == 1,
        "{error}"
    );
    for password in ["postgres", "127.0.0.1"] {
        let mut same = settings(cluster);
        same.password = password.into();
        let error = told(same);
        let place = format!(
            "the postgres server 127.0.0.1:{}, database \"postgres\", user \"postgres\"",
            cluster.port
        );
        assert!(error.contains(&place), "{error}");
    }
    // A port where nobody listens.
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let mut nobody = settings(cluster);
    nobody.port = port;
    let error = told(nobody);
    assert!(
        error.contains("cannot connect: Connection refused") && error.contains(&port.to_string()),
        "{error}"
    );
    let mut gone = settings(cluster);
    gone.database = "gone".to_owned();
    let none = runtime().block_on(async {
        Server::new(gone)
            .connect_existing("gone")
            .await
            .map(|some| some.is_none())
    });
    assert_eq!(none, Ok(true));
}

#[test]
fn connections_go_through_a_proxy() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let with = |port: u16, host: &str, login: Option<(&str, &str)>, mode: &str| {
        let mut settings = settings(cluster);
        settings.host = host.to_owned();
        settings.ssl_mode = SslMode::from(mode);
        settings.proxy = Some(Proxy {
            host: "127.0.0.1".to_owned(),
            port,
            login: login.map(|(user, password)| (user.to_owned(), password.into())),
        });
        runtime().block_on(tls(settings))
    };
    let open = socks::proxy(cluster.port, None);
    // Only the proxy knows the name.
    assert_eq!(with(open, "db.invalid", None, "disable"), Ok(false));
    let login = Some(("me", "not-to-be-shown"));
    assert_eq!(with(open, "db.invalid", login, "require"), Ok(true));
    let guarded = socks::proxy(cluster.port, login);
    assert_eq!(with(guarded, "db.invalid", login, "disable"), Ok(false));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let wrong = Some(("me", "never-shown"));
    for (port, host, login, why) in [
        (
            guarded,
            "db.invalid",
            wrong,
            "refuses the user or the password",
        ),
        (guarded, "db.invalid", None, "wants another login"),
        (
            open,
            "other.invalid",
            None,
            "the host refuses the connection (other.invalid:",
        ),
        (
            nobody.unwrap().port(),
            "db.invalid",
            None,
            "Connection refused",
        ),
    ] {
        let error = with(port, host, login, "disable").unwrap_err();
        let named = format!("the proxy socks5://127.0.0.1:{port}, which ALL_PROXY names");
        assert!(error.contains(why) && error.contains(&named), "{error}");
        assert!(!error.contains("shown"), "{error}");
    }
}

/// A certificate of version 1 names no host, and its signature cannot be checked; it is accepted if
/// that is not required.
#[test]
fn a_version_1_certificate_is_accepted_where_none_is_checked() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let (certificate, key) = (
        cluster.folder.join("server.crt"),
        cluster.folder.join("server.key"),
    );
    write_version_1(&certificate, &key);
    cluster.sql("postgres", "SELECT pg_reload_conf()");
    let with = |mode: &str| {
        let mut settings = settings(&cluster);
        settings.ssl_mode = SslMode::from(mode);
        settings.host = "localhost".to_owned();
        if mode.starts_with("verify") {
            settings.root_certificate = Some(cluster.certificates.authority.display().to_string());
        }
        runtime().block_on(tls(settings))
    };
    // The previous certificate would pass this.
    until("the server has its new certificate", || {
        with("verify-ca").is_err()
    });
    assert_eq!(with("require"), Ok(true));
    assert_eq!(with("prefer"), Ok(true));
    for mode in ["verify-ca", "verify-full"] {
        let error = with(mode).unwrap_err();
        assert!(error.contains("cert"), "{mode}: {error}");
    }
}

#[test]
fn connecting_to_a_silent_server_times_out() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut settings = settings(cluster);
    settings.port = silent.local_addr().unwrap().port();
    settings.connect_timeout = Some(Duration::from_millis(300));
    let begun = Instant::now();
    let error = runtime().block_on(tls(settings)).unwrap_err();
    assert!(error.contains("connect_timeout"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// The number of sessions of this user.
fn sessions(cluster: &Cluster, user: &str) -> usize {
    let query = format!("SELECT 1 FROM pg_stat_activity WHERE usename = '{user}'");
    cluster.sql("postgres", &query).len()
}

#[test]
fn connections_are_closed_and_abandoned_statements_cancelled() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    cluster.sql(
        "postgres",
        &format!("CREATE ROLE leaves LOGIN SUPERUSER PASSWORD '{PASSWORD}'"),
    );
    let mut settings = settings(cluster);
    settings.username = "leaves".to_owned();
    let server = Server::new(settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let connection = server.connect("postgres").await.unwrap();
        assert_eq!(sessions(cluster, "leaves"), 1);
        drop(connection);
        until("it is closed", || sessions(cluster, "leaves") == 0);
        let connection = server.connect("postgres").await.unwrap();
        let sleeping = connection.query("SELECT pg_sleep(600)", &[]);
        assert!(
            tokio::time::timeout(Duration::from_millis(300), sleeping)
                .await
                .is_err()
        );
        drop(connection);
        until("it is cancelled", || sessions(cluster, "leaves") == 0);
    });
}

#[test]
fn operations_that_need_two_connections_never_wait_for_each_other() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let mut limited = settings(cluster);
    limited.max_connections = Some(2);
    let server = Server::new(limited);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let work: Vec<_> = (0..8)
            .map(|_| {
                let server = server.clone();
                tokio::spawn(async move {
                    let (first, second) = server.connect_twice("postgres").await?;
                    first.execute("SELECT 1").await?;
                    second.execute("SELECT pg_sleep(0.01)").await
                })
            })
            .collect();
        for one in work {
            let done = tokio::time::timeout(Duration::from_secs(60), one).await;
            done.expect("it ends").unwrap().unwrap();
        }
    });
    let mut one = settings(cluster);
    one.max_connections = Some(1);
    let error = runtime
        .block_on(Server::new(one).connect_twice("postgres"))
        .unwrap_err();
    assert!(
        error.to_string().contains("max_connections is 1"),
        "{error}"
    );
}

#[test]
fn the_version_is_the_servers_or_the_expected_one() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let real: u32 = cluster
        .value("postgres", "SHOW server_version_num")
        .unwrap()
        .parse()
        .unwrap();
    let version = |settings: Settings| {
        runtime().block_on(async {
            let server = Server::new(settings);
            let connection = server.connect("postgres").await.unwrap();
            server.version(&connection).await.unwrap()
        })
    };
    let asked = version(settings(cluster));
    assert!(
        asked.at_least(real / 10_000) && !asked.at_least(real / 10_000 + 1),
        "{asked}"
    );
    let mut expecting = settings(cluster);
    expecting.expected_version = Some("9.1.0".parse().unwrap());
    assert_eq!(version(expecting), Version::from((9, 1)));
}
