//! A PostgreSQL cluster of the tests' own, which ends with them, however they end.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use schema_provider::testing::ProviderTest;
use terraform_provider_postgresql::sql::{ident, literal};

use super::certificates::Certificates;
use super::programs;
use super::provider_test::provider_test;

/// The password of the superuser `postgres`.
pub const PASSWORD: &str = "not-a-secret-5432";

/// Its hash with one iteration (of RFC 5802) instead of the server's 4,096: the tests log in some
/// ten thousand times, and each iteration costs processor time on both sides.
const PASSWORD_SECRET: &str = "SCRAM-SHA-256$1:dGhlIHRlc3RzJyBzYWx0Lg==\
     $2htN91TYBQpoS+SHgzp+s7SZ9i/UWQ4ugwmPFJApbY4=:QJ5SY9enrtpD2+GnC7pFaHycQsxSgtAJ5UsW4Nc7gfs=";

/// A running cluster. A static one lives as long as the process.
pub struct Cluster {
    /// The folder of the cluster, including the Unix socket.
    pub folder: PathBuf,
    pub port: u16,
    pub certificates: Certificates,
    programs: &'static Path,
    /// Waits for the end of this process, or of this value, and then stops the server and removes
    /// the folder.
    watchdog: Child,
}

/// The cluster that tests share; `None` if PostgreSQL is not installed.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(Cluster::start).as_ref()
}

impl Cluster {
    /// A separate cluster, for tests that stop and start it.
    pub fn start() -> Option<Cluster> {
        let cluster = Cluster::made_by(Cluster::make)?;
        // Before PostgreSQL 14, `initdb` reads at most 99 bytes from the file.
        let secret = literal(PASSWORD_SECRET);
        cluster.sql(
            "postgres",
            &format!("ALTER ROLE postgres PASSWORD {secret}"),
        );
        Some(cluster)
    }

    /// A standby of this cluster, which reads from a physical slot. The cluster is stopped
    /// meanwhile.
    pub fn standby(&self, slot: &str) -> Cluster {
        let access = self.data().join("pg_hba.conf");
        let rules = fs::read_to_string(&access).expect("a file");
        let replication = "host replication all 127.0.0.1/32 md5\n";
        fs::write(access, format!("{replication}{rules}")).expect("a file");
        self.run("restart");
        self.control("stop", "fast").expect("pg_ctl");
        let copy = |standby: &Cluster| {
            let copied = as_user(Command::new("cp"))
                .arg("-a")
                .args([self.data(), standby.data()])
                .current_dir("/")
                .status();
            assert!(copied.expect("cp").success());
            let settings = format!(
                "unix_socket_directories = '{folder}'\ninclude_if_exists = '{folder}/port.conf'\nprimary_slot_name = '{slot}'\n\
                 primary_conninfo = 'host=127.0.0.1 port={} user=postgres password={PASSWORD}'\n",
                self.port,
                folder = standby.folder.display()
            );
            let file = standby.data().join("postgresql.conf");
            let present = fs::read_to_string(&file).expect("a file");
            fs::write(file, format!("{present}\n{settings}")).expect("a file");
            fs::write(standby.data().join("standby.signal"), "").expect("a file");
            // The standby needs the cluster from its beginning.
            self.run("start");
        };
        Cluster::made_by(copy).expect("the programs")
    }

    fn made_by(make: impl FnOnce(&Cluster)) -> Option<Cluster> {
        let programs = programs::folder()?;
        let folder = tempfile::Builder::new()
            .prefix("postgresql-test-")
            .tempdir_in(programs::clusters_in())
            .expect("a folder")
            .keep();
        let certificates = Certificates::write(&folder);
        let user = programs::unprivileged();
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).expect("owner");
            for entry in fs::read_dir(&folder).expect("folder").flatten() {
                chown(entry.path(), Some(user), Some(group)).expect("owner");
            }
        }
        let watchdog = as_user(Command::new("sh"))
            .args(["-c", WATCHDOG, "watchdog"])
            .arg(&folder)
            .arg(programs)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C is for the test; the watchdog ends the server.
            .process_group(0)
            .current_dir("/")
            .spawn()
            .expect("sh");
        let mut cluster = Cluster {
            folder,
            port: 0,
            certificates,
            programs,
            watchdog,
        };
        make(&cluster);
        // Somebody else may take a port between its choice and its use.
        for attempt in 0.. {
            cluster.choose_port();
            match cluster.try_run("start") {
                Ok(()) => break,
                Err(error) => assert!(attempt < 5, "{error}"),
            }
        }
        Some(cluster)
    }

    fn make(&self) {
        fs::write(self.folder.join("password"), PASSWORD).expect("a file");
        let made = as_user(Command::new(self.programs.join("initdb")))
            .arg("-D")
            .arg(self.data())
            .args(["-U", "postgres", "--auth=scram-sha-256", "--no-sync"])
            .args(["--encoding=UTF8", "--locale=C"])
            .arg(format!(
                "--pwfile={}",
                self.folder.join("password").display()
            ))
            .current_dir("/")
            .output()
            .expect("initdb");
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let configuration = format!(
            "listen_addresses = '127.0.0.1'\nunix_socket_directories = '{folder}'\nmax_connections = 300\n\
             fsync = off\nfull_page_writes = off\nsynchronous_commit = off\nshared_buffers = 32MB\n\
             ssl = on\nssl_cert_file = '{folder}/server.crt'\nssl_key_file = '{folder}/server.key'\n\
             ssl_ca_file = '{folder}/ca.crt'\nlog_statement = all\nlog_min_messages = warning\ntimezone = UTC\n\
             include_if_exists = '{folder}/port.conf'\n",
            folder = self.folder.display()
        );
        let file = self.data().join("postgresql.conf");
        let defaults = fs::read_to_string(&file).expect("a file");
        fs::write(file, format!("{defaults}\n{configuration}")).expect("a file");
        // These users show what sslmode does. `md5` accepts a SCRAM secret as well as an MD5 hash.
        let access = "local all all scram-sha-256\n\
             hostssl all certificate_only 127.0.0.1/32 cert\n\
             hostnossl all tls_only 127.0.0.1/32 reject\n\
             hostssl all plain_only 127.0.0.1/32 reject\n\
             host all all 127.0.0.1/32 md5\n";
        fs::write(self.data().join("pg_hba.conf"), access).expect("a file");
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn choose_port(&mut self) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        self.port = listener.local_addr().expect("a port").port();
        fs::write(
            self.folder.join("port.conf"),
            format!("port = {}\n", self.port),
        )
        .expect("a file");
    }

    /// Runs a command of `pg_ctl`: `start`, `stop`, `restart`.
    pub fn run(&self, what: &str) {
        self.try_run(what).expect("pg_ctl");
    }

    fn try_run(&self, what: &str) -> Result<(), String> {
        // A restarted server needs what was committed; otherwise nothing is synced to disk.
        let mode = if what == "restart" {
            "fast"
        } else {
            "immediate"
        };
        self.control(what, mode)
    }

    fn control(&self, what: &str, mode: &str) -> Result<(), String> {
        let mut command = as_user(Command::new(self.programs.join("pg_ctl")));
        command.arg("-D").arg(self.data());
        command.args(["-w", "-t", "60", "-m", mode]);
        if what != "stop" {
            command.arg("-l").arg(self.log_file());
        }
        // The server keeps inherited files open, so that waiting for their end would hang.
        let done = command
            .arg(what)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .status();
        match done {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("pg_ctl {what}: {status}\n{}", self.log())),
            Err(error) => Err(format!("pg_ctl {what}: {error}")),
        }
    }

    fn log_file(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The server's log, with all statements.
    pub fn log(&self) -> String {
        fs::read(self.log_file()).map_or_else(
            |error| error.to_string(),
            |log| String::from_utf8_lossy(&log).into_owned(),
        )
    }

    /// The answer to a superuser: rows of strings.
    pub fn sql(&self, database: &str, statements: &str) -> Vec<Vec<Option<String>>> {
        self.try_sql("postgres", PASSWORD, database, statements)
            .expect(statements)
    }

    /// The single value that a superuser gets.
    pub fn value(&self, database: &str, query: &str) -> Option<String> {
        let rows = self.sql(database, query);
        rows.into_iter().next()?.into_iter().next()?
    }

    /// The answer to a user.
    pub fn try_sql(
        &self,
        user: &str,
        password: &str,
        database: &str,
        statements: &str,
    ) -> Result<Vec<Vec<Option<String>>>, String> {
        let session = async {
            let client = self.connect(user, password, database).await?;
            let messages = client.simple_query(statements).await;
            let messages = messages.map_err(|error| format!("{error:?}"))?;
            let rows = messages.into_iter().filter_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => Some(
                    (0..row.len())
                        .map(|column| row.get(column).map(str::to_owned))
                        .collect(),
                ),
                _ => None,
            });
            Ok(rows.collect())
        };
        // The caller may be on a thread of a runtime, which cannot run another one.
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| runtime().block_on(session));
            thread.join().expect("the thread")
        })
    }

    /// A connection, for tests that keep one.
    pub async fn connect(
        &self,
        user: &str,
        password: &str,
        database: &str,
    ) -> Result<tokio_postgres::Client, String> {
        let stream = tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await;
        let stream = stream.map_err(|error| error.to_string())?;
        let mut config = tokio_postgres::Config::new();
        config.user(user).password(password).dbname(database);
        let made = config.connect_raw(stream, tokio_postgres::NoTls).await;
        let (client, connection) = made.map_err(|error| format!("{error:?}"))?;
        tokio::spawn(connection);
        Ok(client)
    }

    /// A new folder that belongs to the server's user.
    pub fn folder_of_server(&self, name: &str) -> PathBuf {
        let folder = self.folder.join(name);
        fs::create_dir(&folder).expect("a folder");
        if let Some((user, group)) = programs::unprivileged() {
            chown(&folder, Some(user), Some(group)).expect("owner");
        }
        folder
    }

    /// The server's major version.
    pub fn version(&self) -> u32 {
        let number = self.value("postgres", "SHOW server_version_num");
        let number: u32 = number.expect("a version").parse().expect("a number");
        number / 10_000
    }

    /// The version of an extension that the server installs by default.
    pub fn newest(&self, extension: &str) -> String {
        let query = "SELECT default_version FROM pg_available_extensions WHERE name = ";
        let found = self.value("postgres", &format!("{query}{}", literal(extension)));
        found.expect(extension)
    }

    /// Lets a user who may create roles treat these as its own: since PostgreSQL 16 it may not
    /// manage others.
    pub fn as_if_made_by(&self, maker: &str, roles: &[&str]) {
        if self.version() < 16 {
            return;
        }
        for role in roles {
            self.sql(
                "postgres",
                &format!(
                    "GRANT {} TO {} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE",
                    ident(role),
                    ident(maker)
                ),
            );
        }
    }

    /// Drops a database if it exists, even in use. Only PostgreSQL 13 and newer have one statement
    /// for that.
    pub fn drop_database(&self, name: &str) {
        self.sql(
            "postgres",
            &format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {}",
                literal(name)
            ),
        );
        let force = if self.version() < 13 {
            ""
        } else {
            " WITH (FORCE)"
        };
        let drop = format!("DROP DATABASE IF EXISTS {}{force}", ident(name));
        self.sql("postgres", &drop);
    }

    /// A fresh database with a unique name. Nobody can be connected to `template0`: another test
    /// that uses `template1`, the default, would make this fail.
    pub fn database(&self) -> TestDatabase<'_> {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let name = format!("t{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql(
            "postgres",
            &format!("CREATE DATABASE {} TEMPLATE template0", ident(&name)),
        );
        TestDatabase {
            cluster: self,
            name,
        }
    }
}

/// A runtime for one session.
pub fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime")
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take());
        let _ = self.watchdog.wait();
    }
}

/// Ends when its input does: when the other end is closed.
const WATCHDOG: &str =
    r#"read -r _ || true; "$2/pg_ctl" -D "$1/data" -m immediate -w stop; rm -rf "$1""#;

/// The same command as the user that the server runs as.
fn as_user(mut command: Command) -> Command {
    if let Some((user, group)) = programs::unprivileged() {
        command.uid(user).gid(group);
    }
    command
}

/// A database for one test in the shared cluster. The names of its roles and databases, which all
/// tests share, begin with its name.
#[derive(Clone)]
pub struct TestDatabase<'a> {
    pub cluster: &'a Cluster,
    pub name: String,
}

/// A database in the shared cluster; `None` if PostgreSQL is not installed.
pub fn database() -> Option<TestDatabase<'static>> {
    Some(shared()?.database())
}

impl TestDatabase<'_> {
    /// A name that no other test has.
    pub fn named(&self, name: &str) -> String {
        format!("{}_{name}", self.name)
    }

    /// The answer to a superuser in this database.
    pub fn sql(&self, statements: &str) -> Vec<Vec<Option<String>>> {
        self.cluster.sql(&self.name, statements)
    }

    /// The single value that a superuser gets in this database.
    pub fn value(&self, query: &str) -> Option<String> {
        self.cluster.value(&self.name, query)
    }

    /// Whether a role exists.
    pub fn has_role(&self, name: &str) -> bool {
        let query = format!("SELECT 1 FROM pg_roles WHERE rolname = {}", literal(name));
        !self.sql(&query).is_empty()
    }

    /// Whether a database exists.
    pub fn has_database(&self, name: &str) -> bool {
        let query = format!(
            "SELECT 1 FROM pg_database WHERE datname = {}",
            literal(name)
        );
        !self.sql(&query).is_empty()
    }

    /// A test of the provider, as superuser in this database.
    pub fn test(&self) -> ProviderTest {
        self.test_as("postgres", PASSWORD)
    }

    /// A test of the provider as another user.
    pub fn test_as(&self, user: &str, password: &str) -> ProviderTest {
        let superuser = user == "postgres";
        provider_test()
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.cluster.port.to_string())
            .env("PGUSER", user)
            .env("PGPASSWORD", password)
            .env("PGDATABASE", &self.name)
            .env("PGSSLMODE", "disable")
            .env("PGSUPERUSER", superuser.to_string())
    }

    /// The same settings as a block of a configuration.
    pub fn provider_block(&self) -> String {
        format!("provider \"postgresql\" {{\n{}}}\n", self.settings())
    }

    /// The body of the provider's block.
    pub fn settings(&self) -> String {
        format!(
            "  host     = \"127.0.0.1\"\n  port     = {}\n  username = \"postgres\"\n  password = \"{PASSWORD}\"\n  \
             database = \"{}\"\n  sslmode  = \"disable\"\n",
            self.cluster.port, self.name
        )
    }
}
