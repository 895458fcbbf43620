//! The layout of a mirror: a directory that Terraform installs from, as it is (`filesystem_mirror`) or behind a web server
//! (`network_mirror`). It is what `terraform providers mirror` writes.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::archive::Archive;
use crate::Result;
use crate::package::Package;

pub(crate) fn write(out: &Path, package: &Package, source: &str, archives: &[Archive]) -> Result {
    let folder = out.join("mirror").join(source);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut found = Map::new();
    for archive in archives {
        // The same file twice takes no room where the system knows links.
        let (from, to) = (out.join(&archive.name), folder.join(&archive.name));
        fs::hard_link(&from, &to)
            .or_else(|_| fs::copy(&from, &to).map(|_| ()))
            .map_err(failed)?;
        let hashes = [archive.h1.clone(), format!("zh:{}", archive.sha256)];
        found.insert(
            archive.platform.to_owned(),
            json!({ "hashes": hashes, "url": archive.name }),
        );
    }
    let write = |name: &str, json: Json| {
        fs::write(folder.join(name), format!("{json:#}\n")).map_err(failed)
    };
    write(
        &format!("{}.json", package.version),
        json!({ "archives": found }),
    )?;
    write(
        "index.json",
        json!({ "versions": { package.version.as_str(): {} } }),
    )
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

    const SOURCE: &str = "example.com/team/cloud";

    /// A release of a program that is none; the folder that holds it.
    fn released(place: &Path) -> PathBuf {
        let package = Package {
            name: ProviderName::of("cloud").unwrap(),
            version: "1.2.3".to_owned(),
            source: Some(SOURCE.to_owned()),
            directory: place.join("package"),
            target: place.join("target"),
        };
        let (program, out) = (place.join("program"), place.join("dist"));
        fs::create_dir_all(&package.directory).unwrap();
        fs::create_dir_all(&out).unwrap();
        fs::write(&program, "machine code").unwrap();
        fs::write(package.directory.join("LICENSE"), "free").unwrap();
        let archives: Vec<Archive> = ["linux_amd64", "linux_arm64", "windows_amd64"]
            .map(|name| Archive::write(&out, &package, parse(name).unwrap(), &program).unwrap())
            .into();
        write_sums(&out, &package, &archives).unwrap();
        write(&out, &package, SOURCE, &archives).unwrap();
        out
    }

    fn there() -> bool {
        let there = Command::new("terraform").arg("version").output().is_ok();
        if !there {
            let _ = writeln!(std::io::stderr(), "SKIPPED: terraform is not installed");
        }
        there
    }

    fn configuration(place: &Path) -> PathBuf {
        let directory = place.join("configuration");
        fs::create_dir(&directory).unwrap();
        let config = format!(
            "terraform {{\n  required_providers {{\n    cloud = {{\n      source = {SOURCE:?}\n    }}\n  }}\n}}\n"
        );
        fs::write(directory.join("main.tf"), config).unwrap();
        directory
    }

    /// `terraform init` with a method of installation; what it said.
    fn init(directory: &Path, method: &str, environment: &[(&str, &Path)]) -> String {
        let settings = directory.join("mirror.tfrc");
        fs::write(
            &settings,
            format!("provider_installation {{\n  {method}\n}}\n"),
        )
        .unwrap();
        let mut command = Command::new("terraform");
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
        if !there() {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let mirror = released(place.path()).join("mirror");
        let directory = configuration(place.path());
        let method = format!("filesystem_mirror {{\n    path = {mirror:?}\n  }}");
        let said = init(&directory, &method, &[]);
        assert!(
            said.contains("Installed example.com/team/cloud v1.2.3"),
            "{said}"
        );
        // Terraform's own sum of what it unpacked is ours of this platform.
        let ours = fs::read_to_string(mirror.join(SOURCE).join("1.2.3.json")).unwrap();
        let ours: Json = serde_json::from_str(&ours).unwrap();
        let sum = ours["archives"]["linux_amd64"]["hashes"][0]
            .as_str()
            .unwrap();
        let locked = fs::read_to_string(directory.join(".terraform.lock.hcl")).unwrap();
        assert!(locked.contains(sum), "{sum} is not in {locked}");
    }

    #[test]
    fn terraform_installs_from_it_behind_a_web_server() {
        if !there() {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let dist = released(place.path());
        let (port, certificate) = serve(dist.join("mirror"));
        let certificates = place.path().join("certificates.pem");
        fs::write(&certificates, certificate).unwrap();
        let directory = configuration(place.path());
        let method = format!("network_mirror {{\n    url = \"https://localhost:{port}/\"\n  }}");
        let said = init(&directory, &method, &[("SSL_CERT_FILE", &certificates)]);
        assert!(
            said.contains("Installed example.com/team/cloud v1.2.3"),
            "{said}"
        );
    }

    /// The files of a directory, by HTTPS; the port, and the certificate to trust.
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

    /// One request of one connection.
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
