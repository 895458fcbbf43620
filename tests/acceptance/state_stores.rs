//! The example's state store in its own process, called like Terraform 1.16 does.

use schema_client::CHUNK_SIZE;
use schema_client::Client;
use schema_client::Identity;
use schema_client::{Process, Program};
use schema_client::{Provider, no_errors};
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v5;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::plugin::{Bytes, Protocol};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::schema::Schema;
use terraform_provider_disk::Disk;

const TYPE: &str = "disk_states";

struct Running {
    process: Process,
    provider: Provider,
    chunk_size: usize,
}

fn nothing(schema: &Schema) -> Option<DynamicValue> {
    let bytes = msgpack::encode_block(&schema.block, &schema.block.empty_object());
    Some(DynamicValue::from_msgpack(bytes.unwrap()))
}

/// Starts the program, as Terraform does for each run, and configures it.
async fn running(directory: &std::path::Path) -> Running {
    let identity = Identity::new().unwrap();
    let start = Program::new(super::DISK.binary)
        .protocols([Protocol::V6])
        .directory(directory)
        .env("DISK_DIRECTORY", directory.as_os_str());
    let process = start.start(&identity).unwrap();
    let client = Client::connect(&process.line, Some(&identity)).await;
    let provider = Provider::new(client.unwrap(), Protocol::V6);
    let instance = Instance::new::<Disk>(Environment::default()).unwrap();
    let schemas = instance.schemas();
    let configure = v6::configure_provider::Request {
        terraform_version: "1.16.0".to_owned(),
        config: nothing(&schemas.provider),
        ..Default::default()
    };
    let path = provider.path("ConfigureProvider");
    let configured: v6::configure_provider::Response =
        provider.client().call(&path, &configure).await.unwrap();
    no_errors(&configured.diagnostics).unwrap();
    let config = nothing(&schemas.state_stores[TYPE]);
    let valid = provider
        .validate_state_store_config(&v6::validate_state_store_config::Request {
            type_name: TYPE.to_owned(),
            config: config.clone(),
        })
        .await
        .unwrap();
    assert_eq!(valid.diagnostics, []);
    let configure = v6::configure_state_store::Request {
        type_name: TYPE.to_owned(),
        config,
        capabilities: Some(v6::configure_state_store::StateStoreClientCapabilities {
            chunk_size: CHUNK_SIZE as i64,
        }),
    };
    let configured = provider.configure_state_store(&configure).await.unwrap();
    no_errors(&configured.diagnostics).unwrap();
    let chunk_size = configured.capabilities.unwrap().chunk_size as usize;
    Running {
        process,
        provider,
        chunk_size,
    }
}

impl Running {
    async fn write(&self, id: &str, state: &Bytes) -> Vec<v6::Diagnostic> {
        let written = self.provider.write_state(TYPE, id, state, self.chunk_size);
        written.await.unwrap().diagnostics
    }

    async fn read(&self, id: &str) -> Option<Bytes> {
        self.provider.read_state(TYPE, id).await.unwrap()
    }

    async fn lock(&self, id: &str) -> v6::lock_state::Response {
        let request = v6::lock_state::Request {
            type_name: TYPE.to_owned(),
            state_id: id.to_owned(),
            operation: "OperationTypeApply".to_owned(),
        };
        self.provider.lock_state(&request).await.unwrap()
    }

    async fn unlock(&self, id: &str, lock_id: &str) -> Vec<v6::Diagnostic> {
        let request = v6::unlock_state::Request {
            type_name: TYPE.to_owned(),
            state_id: id.to_owned(),
            lock_id: lock_id.to_owned(),
        };
        let unlocked = self.provider.unlock_state(&request).await;
        unlocked.unwrap().diagnostics
    }

    /// The peak memory of the process.
    #[cfg(target_os = "linux")]
    fn peak(&self) -> usize {
        let status = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.unwrap().split_whitespace().nth(1).unwrap();
        kib.parse::<usize>().unwrap() << 10
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn states_of_all_lengths_come_back_from_another_process() {
    let directory = tempfile::tempdir().unwrap();
    let first = running(directory.path()).await;
    assert_eq!(first.chunk_size, CHUNK_SIZE);
    assert_eq!(first.read("default").await, None);
    let second = running(directory.path()).await;
    for length in [1, CHUNK_SIZE, CHUNK_SIZE + 1, 3 * CHUNK_SIZE] {
        let state: Bytes = (0..length).map(|at| (at % 251) as u8).collect();
        assert_eq!(first.write("default", &state).await, []);
        assert!(second.read("default").await.unwrap() == state, "{length}");
    }
    let states = v6::get_states::Request {
        type_name: TYPE.to_owned(),
    };
    let listed = second.provider.get_states(&states).await.unwrap();
    assert_eq!(listed.state_ids, ["default"]);
    let delete = v6::delete_state::Request {
        type_name: TYPE.to_owned(),
        state_id: "default".to_owned(),
    };
    let deleted = second.provider.delete_state(&delete).await.unwrap();
    assert_eq!(deleted.diagnostics, []);
    assert_eq!(first.read("default").await, None);
    let missing = first.provider.delete_state(&delete).await.unwrap();
    assert_eq!(
        missing.diagnostics[0].summary,
        "disk_states: there is no state default"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_never_hold_the_lock_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let (first, second) = (
        running(directory.path()).await,
        running(directory.path()).await,
    );
    let locked = first.lock("default").await;
    assert_eq!(locked.diagnostics, []);
    let held = second.lock("default").await;
    assert_eq!(held.lock_id, "");
    let detail = &held.diagnostics[0].detail;
    assert!(
        detail.contains(&format!("force-unlock {}", locked.lock_id)),
        "{detail}"
    );
    assert!(!second.unlock("default", "7").await.is_empty());
    assert_eq!(second.unlock("default", &locked.lock_id).await, []);
    assert!(!first.unlock("default", &locked.lock_id).await.is_empty());
    assert_ne!(second.lock("default").await.lock_id, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_write_is_reported_at_the_end_and_keeps_the_old_state() {
    let directory = tempfile::tempdir().unwrap();
    let running = running(directory.path()).await;
    let old = Bytes::from_static(b"old");
    assert_eq!(running.write("default", &old).await, []);
    let state: Bytes = vec![b'x'; 3 * running.chunk_size].into();
    // All chunks are sent before the answer is read, as Terraform does.
    let wrong = running
        .provider
        .write_state(TYPE, "default", &state, running.chunk_size / 2);
    let told = wrong.await.unwrap().diagnostics;
    assert!(told[0].detail.contains("Nothing was written"), "{told:?}");
    let id = running.write("../../etc/passwd", &state).await;
    assert_eq!(id[0].summary, "disk_states: that is not the id of a state");
    // An abandoned stream.
    let mut upload = running.provider.write_state_bytes().await.unwrap();
    let chunks = schema_client::state_chunks(TYPE, "default", &state, running.chunk_size);
    upload.send(&chunks[0]).await.unwrap();
    drop(upload);
    assert_eq!(running.read("default").await, Some(old));
}

/// A state of 100 MB is in memory once, plus a chunk or two.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_large_state_is_in_memory_once() {
    let directory = tempfile::tempdir().unwrap();
    let running = running(directory.path()).await;
    let before = running.peak();
    let state: Bytes = vec![b'x'; 100 << 20].into();
    assert_eq!(running.write("default", &state).await, []);
    let written = running.peak();
    let read = running.read("default").await.unwrap();
    assert!(read == state);
    let after = running.peak();
    eprintln!("before {before}, after the write {written}, after the read {after} bytes");
    for peak in [written, after] {
        // The number of waiting chunks depends on the machine; a second state would be 100 MB more.
        assert!(peak < before + (175 << 20), "{peak}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn protocol_5_has_no_state_stores() {
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    for (protocol, knows) in [(Protocol::V5, false), (Protocol::V6, true)] {
        let start = Program::new(super::DISK.binary)
            .protocols([protocol])
            .directory(directory.path());
        let process = start.start(&identity).unwrap();
        let client = Client::connect(&process.line, Some(&identity)).await;
        let provider = Provider::new(client.unwrap(), protocol);
        let called = provider
            .lock_state(&v6::lock_state::Request::default())
            .await;
        assert_eq!(called.is_ok(), knows, "{called:?}");
        let request = v6::get_provider_schema::Request {};
        let client = provider.client();
        // Attributes have other numbers in protocol 5.
        let stores = if knows {
            let path = provider.path("GetProviderSchema");
            let schema: v6::get_provider_schema::Response =
                client.call(&path, &request).await.unwrap();
            schema.state_store_schemas.contains_key(TYPE)
        } else {
            let path = provider.path("GetProviderSchema");
            let schema: v5::get_provider_schema::Response =
                client.call(&path, &request).await.unwrap();
            schema.state_store_schemas.contains_key(TYPE)
        };
        assert_eq!(stores, knows);
    }
}
