//! The layout of a mirror: a directory that Terraform installs from, directly (`filesystem_mirror`)
//! or behind a web server (`network_mirror`). `terraform providers mirror` writes the same.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::archive::Archive;
use crate::package::Package;
use crate::result::Result;

/// Adds a release's archives from `from` to a mirror, which is created if missing. Other versions,
/// and other platforms of this one, stay in it.
///
/// # Errors
/// A file cannot be read or written, or the mirror has a different archive of this version and
/// platform: users who locked that one could no longer install it.
pub(crate) fn add(
    mirror: &Path,
    from: &Path,
    package: &Package,
    source: &str,
    archives: &[Archive],
) -> Result {
    let folder = mirror.join(source);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", folder.display());
    // All errors that can be found are found before anything is written.
    let Addition {
        missing,
        index,
        version,
    } = addition(&folder, package, archives)?;
    fs::create_dir_all(&folder).map_err(failed)?;
    // In this order, nothing is listed before it exists, in case somebody installs meanwhile.
    for name in missing {
        let (from, to) = (from.join(name), folder.join(name));
        // A duplicate file takes no space if the system supports links.
        fs::hard_link(&from, &to)
            .or_else(|_| placed(&to, |new| fs::copy(&from, new).map(|_| ())))
            .map_err(failed)?;
    }
    let version_name = format!("{}.json", package.version);
    for (name, json) in [(&*version_name, version), ("index.json", index)] {
        let path = folder.join(name);
        placed(&path, |new| fs::write(new, format!("{json:#}\n"))).map_err(failed)?;
    }
    Ok(())
}

/// Whether a release can be added, before anything is touched.
///
/// # Errors
/// The same as for [`add`].
pub(crate) fn check(
    mirror: &Path,
    package: &Package,
    source: &str,
    archives: &[Archive],
) -> Result {
    addition(&mirror.join(source), package, archives).map(|_| ())
}

/// What a release adds to the folder of its provider in a mirror.
struct Addition<'a> {
    /// Archives that do not exist yet.
    missing: Vec<&'a String>,
    index: Json,
    version: Json,
}

fn addition<'a>(folder: &Path, package: &Package, archives: &'a [Archive]) -> Result<Addition<'a>> {
    let mut index = read(&folder.join("index.json"), "versions")?;
    let file = folder.join(format!("{}.json", package.version));
    let mut version = read(&file, "archives")?;
    let mut missing = Vec::new();
    for archive in archives {
        let zh = Json::from(format!("zh:{}", archive.sha256));
        let there = &version["archives"][archive.platform]["hashes"];
        let same = there.as_array().is_some_and(|hashes| hashes.contains(&zh));
        if !there.is_null() && !same {
            return Err(format!(
                "{} has another {} of version {} already, which nobody could install any more who locked it: release \
                 another version",
                folder.display(),
                archive.platform,
                package.version
            ));
        }
        if !(same && folder.join(&archive.name).exists()) {
            missing.push(&archive.name);
        }
        version["archives"][archive.platform] = json!({
            "hashes": [archive.h1, zh],
            "url": archive.name,
        });
    }
    index["versions"][&package.version] = json!({});
    Ok(Addition {
        missing,
        index,
        version,
    })
}

/// The platforms that the mirror has of a version.
///
/// # Errors
/// Nothing can be added to what exists.
pub(crate) fn existing_packages(mirror: &Path, source: &str, version: &str) -> Result<Vec<String>> {
    let folder = mirror.join(source);
    read(&folder.join("index.json"), "versions")?;
    let version = read(&folder.join(format!("{version}.json")), "archives")?;
    let platforms = version["archives"].as_object();
    Ok(platforms.map_or_else(Vec::new, |there| there.keys().cloned().collect()))
}

/// Writes a file completely or not at all.
fn placed(path: &Path, write: impl FnOnce(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    write(&new)
        .and_then(|()| fs::rename(&new, path))
        .inspect_err(|_| {
            let _ = fs::remove_file(&new);
        })
}

/// One of a mirror's two kinds of files, containing an object of this name; empty if the file does
/// not exist.
fn read(path: &Path, holds: &str) -> Result<Json> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(json!({ holds: {} }));
        }
        Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
    };
    let json = serde_json::from_slice(&text).unwrap_or(Json::Null);
    match json[holds].is_object() {
        true => Ok(json),
        false => Err(format!(
            "{} is not a file of a mirror's: there is no object {holds:?} in it; nothing was touched",
            path.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::path::PathBuf;
    use std::process::Command;
    use std::sync::Arc;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::names::ProviderName;
    use crate::release::archive::{Archive, write_sums};
    use crate::release::platforms::parse;
    use crate::terraform_program::{self, Terraform};

    const SOURCE: &str = "example.com/team/cloud";

    const LINUX: &str = "linux_amd64";

    /// A release of a fake program; the folder that holds it.
    fn released(place: &Path) -> PathBuf {
        let platforms = [LINUX, "linux_arm64", "windows_amd64"];
        let (package, archives) = archives(place, "1.2.3", &platforms, "machine code");
        let out = place.join("dist");
        write_sums(&out, &package, &archives).unwrap();
        add(&out.join("mirror"), &out, &package, SOURCE, &archives).unwrap();
        out
    }

    /// The archives of a version, in the folder `dist`.
    fn archives(
        place: &Path,
        version: &str,
        platforms: &[&str],
        content: &str,
    ) -> (Package, Vec<Archive>) {
        let package = Package {
            name: ProviderName::of("cloud").unwrap(),
            version: version.to_owned(),
            source: Some(SOURCE.to_owned()),
            directory: place.join("package"),
            workspace: place.join("package"),
            target: place.join("target"),
        };
        let (program, out) = (place.join("program"), place.join("dist"));
        fs::create_dir_all(&package.directory).unwrap();
        fs::create_dir_all(&out).unwrap();
        fs::write(&program, content).unwrap();
        fs::write(package.directory.join("LICENSE"), "free").unwrap();
        let archives = platforms.iter().map(|name| {
            Archive::write(&out, &package, parse(name).unwrap(), (&program, vec![])).unwrap()
        });
        let archives = archives.collect();
        (package, archives)
    }

    /// Adds a version to the folder `mirror`, from its own `dist`.
    fn released_to_mirror(
        place: &Path,
        version: &str,
        platforms: &[&str],
        content: &str,
    ) -> Result {
        let _ = fs::remove_dir_all(place.join("dist"));
        let (package, archives) = archives(place, version, platforms, content);
        let (mirror, out) = (place.join("mirror"), place.join("dist"));
        add(&mirror, &out, &package, SOURCE, &archives)
    }

    fn json(path: PathBuf) -> Json {
        serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn a_mirror_keeps_its_versions_and_platforms() {
        let place = tempfile::tempdir().unwrap();
        let release = |version, platforms: &[&str], content| {
            released_to_mirror(place.path(), version, platforms, content)
        };
        release("1.2.3", &[LINUX], "old").unwrap();
        release("1.3.0", &[LINUX], "new").unwrap();
        release("1.3.0", &["windows_amd64"], "new").unwrap();
        // Adding the same again is not an error.
        release("1.3.0", &[LINUX, "windows_amd64"], "new").unwrap();
        let folder = place.path().join("mirror").join(SOURCE);
        assert_eq!(
            json(folder.join("index.json")),
            json!({ "versions": { "1.2.3": {}, "1.3.0": {} } })
        );
        let archives = &json(folder.join("1.3.0.json"))["archives"];
        let platforms: Vec<_> = archives.as_object().unwrap().keys().collect();
        assert_eq!(platforms, [LINUX, "windows_amd64"]);
        let existing = |version| existing_packages(&place.path().join("mirror"), SOURCE, version);
        assert_eq!(existing("1.3.0").unwrap(), [LINUX, "windows_amd64"]);
        assert_eq!(existing("1.4.0").unwrap(), [""; 0]);
        let count = || fs::read_dir(&folder).unwrap().count();
        assert_eq!(count(), 6);

        let before = fs::read(folder.join("1.3.0.json")).unwrap();
        let refused = release("1.3.0", &["linux_arm64", LINUX], "other").unwrap_err();
        assert!(refused.contains("another linux_amd64 of version 1.3.0"));
        assert_eq!(fs::read(folder.join("1.3.0.json")).unwrap(), before);
        assert_eq!(count(), 6);

        fs::write(folder.join("index.json"), "[]").unwrap();
        let refused = release("1.4.0", &[LINUX], "newest").unwrap_err();
        assert!(refused.contains("index.json is not a file of a mirror's"));
        assert!(existing("1.3.0").is_err() && existing("1.4.0").is_err());
        assert_eq!(fs::read(folder.join("index.json")).unwrap(), b"[]");
        assert_eq!(count(), 6);
    }

    #[test]
    fn terraform_installs_an_older_version_from_it() {
        let Some(terraform) = terraform() else {
            return;
        };
        let place = tempfile::tempdir().unwrap();
        for (version, content) in [("1.2.3", "old"), ("1.3.0", "new")] {
            released_to_mirror(place.path(), version, &[LINUX], content).unwrap();
        }
        let mirror = place.path().join("mirror");
        let (port, certificate) = serve(mirror.clone());
        let certificates = place.path().join("certificates.pem");
        fs::write(&certificates, certificate).unwrap();
        let trusted: &[(&str, &Path)] = &[("SSL_CERT_FILE", &certificates)];
        let methods = [
            format!("filesystem_mirror {{\n    path = {mirror:?}\n  }}"),
            format!("network_mirror {{\n    url = \"https://localhost:{port}/\"\n  }}"),
        ];
        for (at, method) in methods.iter().enumerate() {
            for (version, wanted) in [("~> 1.2.0", "1.2.3"), (">= 1.0", "1.3.0")] {
                let place = place.path().join(format!("{at}-{wanted}"));
                fs::create_dir(&place).unwrap();
                let directory = configuration_with(&place, &format!("version = {version:?}"));
                let said = init(&terraform, &directory, method, trusted);
                let words = format!("Installed example.com/team/cloud v{wanted}");
                assert!(said.contains(&words), "{said}");
            }
        }
    }

    /// The program that installs; `None` if it is not requested.
    fn terraform() -> Option<PathBuf> {
        match terraform_program::found() {
            Terraform::Found(program) => Some(program.path.clone()),
            Terraform::Skipped(reason) => {
                let _ = writeln!(std::io::stderr(), "SKIPPED: {reason}");
                None
            }
            Terraform::Missing(reason) => panic!("{reason}"),
        }
    }

    fn configuration(place: &Path) -> PathBuf {
        configuration_with(place, "")
    }

    fn configuration_with(place: &Path, more: &str) -> PathBuf {
        let directory = place.join("configuration");
        fs::create_dir(&directory).unwrap();
        let config = format!(
            "terraform {{\n  required_providers {{\n    cloud = {{\n      source = {SOURCE:?}\n      {more}\n    }}\n  }}\n}}\n"
        );
        fs::write(directory.join("main.tf"), config).unwrap();
        directory
    }

    /// Runs `terraform init` with an installation method; returns its output.
    fn init(
        terraform: &Path,
        directory: &Path,
        method: &str,
        environment: &[(&str, &Path)],
    ) -> String {
        let settings = directory.join("mirror.tfrc");
        fs::write(
            &settings,
            format!("provider_installation {{\n  {method}\n}}\n"),
        )
        .unwrap();
        let mut command = Command::new(terraform);
        command.args(["init", "-no-color"]).current_dir(directory);
        command
            .env("TF_CLI_CONFIG_FILE", settings)
            .env("CHECKPOINT_DISABLE", "1");
        command.envs(environment.iter().copied());
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(output.status.success(), "{text}");
        text
    }

    #[test]
    fn terraform_installs_from_the_directory() {
        let Some(terraform) = terraform() else {
            return;
        };
        let place = tempfile::tempdir().unwrap();
        let mirror = released(place.path()).join("mirror");
        let directory = configuration(place.path());
        let method = format!("filesystem_mirror {{\n    path = {mirror:?}\n  }}");
        let said = init(&terraform, &directory, &method, &[]);
        assert!(
            said.contains("Installed example.com/team/cloud v1.2.3"),
            "{said}"
        );
        // Terraform's checksum of what it unpacked is ours for this platform.
        let ours = fs::read_to_string(mirror.join(SOURCE).join("1.2.3.json")).unwrap();
        let ours: Json = serde_json::from_str(&ours).unwrap();
        let sum = ours["archives"]["linux_amd64"]["hashes"][0]
            .as_str()
            .unwrap();
        let locked = fs::read_to_string(directory.join(".terraform.lock.hcl")).unwrap();
        assert!(locked.contains(sum), "{sum} is not in {locked}");
    }

    /// `TF_ACC_TERRAFORM_PATH` names it, as in a provider's tests.
    #[test]
    #[cfg(unix)]
    fn the_program_that_is_named_installs() {
        let Some(terraform) = terraform() else {
            return;
        };
        let place = tempfile::tempdir().unwrap();
        let (tofu, asked) = (place.path().join("tofu"), place.path().join("asked"));
        let text = format!(
            "#!/bin/sh\necho \"$1\" >> {}\nexec {} \"$@\"\n",
            asked.display(),
            terraform.display()
        );
        crate::programs::write_program(&tofu, &text);
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args([
            "--exact",
            "release::mirror::tests::terraform_installs_from_the_directory",
        ]);
        let output = test.env("TF_ACC_TERRAFORM_PATH", tofu).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("1 passed"), "{said}");
        assert_eq!(fs::read_to_string(asked).unwrap(), "version\ninit\n");
    }

    #[test]
    fn terraform_installs_from_it_behind_a_web_server() {
        let Some(terraform) = terraform() else {
            return;
        };
        let place = tempfile::tempdir().unwrap();
        let dist = released(place.path());
        let (port, certificate) = serve(dist.join("mirror"));
        let certificates = place.path().join("certificates.pem");
        fs::write(&certificates, certificate).unwrap();
        let directory = configuration(place.path());
        let method = format!("network_mirror {{\n    url = \"https://localhost:{port}/\"\n  }}");
        let said = init(
            &terraform,
            &directory,
            &method,
            &[("SSL_CERT_FILE", &certificates)],
        );
        assert!(
            said.contains("Installed example.com/team/cloud v1.2.3"),
            "{said}"
        );
    }

    /// Serves the files of a directory over HTTPS; returns the port, and the certificate to trust.
    fn serve(directory: PathBuf) -> (u16, String) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key =
            rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (config, directory) = (Arc::clone(&config), directory.clone());
                std::thread::spawn(move || answer(stream, config, &directory));
            }
        });
        let body = STANDARD.encode(made.cert.der());
        let pem = format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n");
        (port, pem)
    }

    /// One request on one connection.
    fn answer(
        stream: TcpStream,
        config: Arc<rustls::ServerConfig>,
        directory: &Path,
    ) -> Option<()> {
        let tls = rustls::ServerConnection::new(config).ok()?;
        let mut stream = rustls::StreamOwned::new(tls, stream);
        let mut request = BufReader::new(&mut stream);
        let mut line = String::new();
        request.read_line(&mut line).ok()?;
        let mut header = String::from("-");
        while !header.trim().is_empty() {
            header.clear();
            request.read_line(&mut header).ok()?;
        }
        let path = line.split(' ').nth(1)?.trim_start_matches('/');
        let kind = if path.ends_with(".json") {
            "application/json"
        } else {
            "application/zip"
        };
        let (status, body) = match fs::read(directory.join(path)) {
            Ok(body) => ("200 OK", body),
            Err(_) => ("404 Not Found", Vec::new()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(&body).ok()?;
        stream.conn.send_close_notify();
        stream.flush().ok()
    }
}
