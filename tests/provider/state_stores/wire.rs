//! The messages of state stores: what only a client of the protocol can do.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, StateRange, configure_state_store, delete_state, get_states, lock_state, unlock_state,
    validate_state_store_config, write_state_bytes::RequestChunk,
};

use super::keep::TYPE;
use super::store::{Client, error, meta, state};

#[tokio::test(flavor = "multi_thread")]
async fn states_of_all_lengths_come_back() {
    let client = Client::new(r#"{"space": "wire lengths"}"#, 8).await;
    for length in [1, 7, 8, 9, 16, 17, 100] {
        let state = state(length);
        assert_eq!(client.write("default", &state).await, []);
        let chunks = client.read("default").await;
        assert_eq!(chunks.len(), length.div_ceil(8));
        let mut whole = Vec::new();
        for (index, chunk) in chunks.iter().enumerate() {
            assert_eq!(chunk.diagnostics, []);
            assert_eq!(chunk.total_length, length as i64);
            let range = chunk.range.as_ref().unwrap();
            assert_eq!(range.start, whole.len() as i64);
            whole.extend_from_slice(&chunk.bytes);
            assert_eq!(range.end, whole.len() as i64 - 1);
            let last = index + 1 == chunks.len();
            assert!(last || chunk.bytes.len() == 8);
        }
        assert_eq!(whole, state);
    }
    assert_eq!(client.read("other").await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_megabytes_come_back() {
    let client = Client::new(r#"{"space": "wire large"}"#, 8 << 20).await;
    assert_eq!(client.chunk_size, 8 << 20);
    let state = state(100 << 20);
    assert_eq!(client.write("default", &state).await, []);
    let chunks = client.read("default").await;
    assert_eq!(chunks.len(), 13);
    let whole: Vec<u8> = chunks
        .iter()
        .flat_map(|chunk| chunk.bytes.to_vec())
        .collect();
    assert!(whole == state);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_size_of_chunks_is_always_answered() {
    let mut client = Client::new(r#"{"space": "wire sizes"}"#, 8).await;
    for (offered, agreed) in [
        (0, 8 << 20),
        (-5, 8 << 20),
        (1, 1),
        (64 << 20, 64 << 20),
        (i64::MAX, 128 << 20),
    ] {
        let response = client
            .configure(r#"{"space": "wire sizes"}"#, offered)
            .await;
        assert_eq!((response.diagnostics, client.chunk_size), (vec![], agreed));
    }
    // After an error too, where Terraform checks it first.
    let failed = client
        .configure(r#"{"space": "wire sizes", "fault": "fail configure"}"#, 8)
        .await;
    assert!(error(&failed.diagnostics).starts_with("no configure today"));
    assert_eq!(client.chunk_size, 8);
    let request = configure_state_store::Request {
        type_name: "keep_other".into(),
        ..Default::default()
    };
    let unknown = client.server.configure_state_store(request).await;
    assert!(error(&unknown.diagnostics).contains("no state store"));
    assert!(unknown.capabilities.unwrap().chunk_size > 0);
}

/// A wrong number of bytes, with their range.
fn replace(chunk: &mut RequestChunk, length: usize, (start, end): (i64, i64)) {
    chunk.bytes = vec![b'x'; length].into();
    chunk.range = Some(StateRange { start, end });
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_chunks_are_rejected_and_nothing_is_written() {
    let client = Client::new(r#"{"space": "wire wrong"}"#, 8).await;
    // A word of which each part would be visible.
    let good = client.chunks("default", &"xyzzy".repeat(4).into());
    let with = |change: &dyn Fn(&mut Vec<RequestChunk>)| {
        let mut chunks = good.clone();
        change(&mut chunks);
        chunks
    };
    let told =
        async |change: &dyn Fn(&mut Vec<RequestChunk>)| error(&client.send(with(change)).await);
    type Chunks = Vec<RequestChunk>;
    type Case<'a> = (&'a dyn Fn(&mut Chunks), &'a str);
    let cases: [Case<'_>; 14] = [
        (
            &|all: &mut Chunks| all[1].bytes.truncate(7),
            "A chunk of 7 bytes is said to be bytes 8 to 15",
        ),
        (&|all: &mut Chunks| all[2].range = None, "has no range"),
        (
            &|all: &mut Chunks| drop(all.pop()),
            "16 of 20 bytes were sent",
        ),
        (&|all: &mut Chunks| all.clear(), "There was no chunk at all"),
        (
            &|all: &mut Chunks| all[2].total_length = 21,
            "was given as 20 bytes, and now as 21",
        ),
        (
            &|all: &mut Chunks| all[0].meta = None,
            "does not say of which state store",
        ),
        (
            &|all: &mut Chunks| all[1].meta = Some(meta("other")),
            "names another state",
        ),
        (
            &|all: &mut Chunks| all[0].meta = Some(meta("")),
            "The id of the state is empty",
        ),
        (
            &|all: &mut Chunks| all[0].meta.as_mut().unwrap().type_name = "keep_other".into(),
            "no state store \"keep_other\"",
        ),
        (
            &|all: &mut Chunks| {
                all.iter_mut()
                    .for_each(|chunk| chunk.total_length = i64::MAX)
            },
            "memory",
        ),
        (
            &|all: &mut Chunks| all.push(all[2].clone()),
            "where byte 20 is the next one",
        ),
        // Each range matches its bytes.
        (
            &|all: &mut Chunks| replace(&mut all[1], 7, (8, 14)),
            "The chunk from byte 8 on has 7 bytes. With 12 bytes left and chunks of 8 bytes it has 8.",
        ),
        (
            &|all: &mut Chunks| replace(&mut all[2], 5, (16, 20)),
            "The chunk from byte 16 on has 5 bytes. With 4 bytes left and chunks of 8 bytes it has 4.",
        ),
        (
            &|all: &mut Chunks| {
                all.pop();
                replace(&mut all[1], 12, (8, 19));
            },
            "The chunk from byte 8 on has 12 bytes. With 12 bytes left and chunks of 8 bytes it has 8.",
        ),
    ];
    for (change, said) in cases {
        let told = told(change).await;
        assert!(told.contains(said), "{said}: {told}");
        assert!(
            !told.contains("zy") && !told.contains("xy"),
            "{said}: {told}"
        );
    }
    let states = get_states::Request {
        type_name: TYPE.into(),
    };
    let states = client.server.get_states(states).await;
    assert_eq!((states.diagnostics, states.state_ids), (vec![], vec![]));
    assert_eq!(client.read("default").await, []);
    // The meta may be repeated.
    let again = with(&|all: &mut Chunks| all[1].meta = Some(meta("default")));
    assert_eq!(client.send(again).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn locks_lists_and_deletions_go_over_the_wire() {
    let settings = r#"{"space": "wire locks", "password": "hunter2hunter2"}"#;
    let client = Client::new(settings, 8).await;
    let server = &client.server;
    let error = |diagnostics: &[v6::Diagnostic]| {
        let told = error(diagnostics);
        assert!(!told.contains("hunter2"), "{told}");
        told
    };
    assert_eq!(client.write("default", &state(3)).await, []);
    let lock = || lock_state::Request {
        type_name: TYPE.into(),
        state_id: "default".into(),
        operation: "OperationTypeApply".into(),
    };
    let first = server.lock_state(lock()).await;
    assert_eq!(first.diagnostics, []);
    let second = server.lock_state(lock()).await;
    assert_eq!(second.lock_id, "");
    assert!(error(&second.diagnostics).contains(&first.lock_id));
    let unlock = |id: &str| unlock_state::Request {
        type_name: TYPE.into(),
        state_id: "default".into(),
        lock_id: id.into(),
    };
    let wrong = server.unlock_state(unlock("7")).await;
    assert!(error(&wrong.diagnostics).contains("a different id"));
    let right = server.unlock_state(unlock(&first.lock_id)).await;
    assert_eq!(right.diagnostics, []);
    let twice = server.unlock_state(unlock(&first.lock_id)).await;
    assert!(error(&twice.diagnostics).contains("Nobody has locked it"));
    let states = get_states::Request {
        type_name: TYPE.into(),
    };
    assert_eq!(server.get_states(states).await.state_ids, ["default"]);
    let delete = || delete_state::Request {
        type_name: TYPE.into(),
        state_id: "default".into(),
    };
    assert_eq!(server.delete_state(delete()).await.diagnostics, []);
    let missing = server.delete_state(delete()).await;
    assert!(error(&missing.diagnostics).contains("there is no state default"));

    let unlocked = Client::new(r#"{"space": "wire unlocked", "locks": false}"#, 8).await;
    let none = unlocked.server.lock_state(lock()).await;
    assert_eq!(none, lock_state::Response::default());
}

/// A setting of any type, as Terraform sends it: each with its own states.
#[tokio::test(flavor = "multi_thread")]
async fn settings_of_any_type_reach_the_store() {
    let labels = [
        "null",
        r#"{"type": "string", "value": "a"}"#,
        r#"{"type": "number", "value": 1.5}"#,
        r#"{"type": ["list", "string"], "value": ["a"]}"#,
        r#"{"type": ["tuple", ["string", "bool"]], "value": ["a", true]}"#,
        r#"{"type": ["object", {"a": "string"}], "value": {"a": "b"}}"#,
    ];
    let mut client = Client::unconfigured().await;
    for again in [false, true] {
        for (number, label) in labels.iter().enumerate() {
            let settings = format!(r#"{{"space": "wire labels", "label": {label}}}"#);
            let configured = client.configure(&settings, 8).await;
            assert_eq!(configured.diagnostics, [], "{label}");
            let chunks = client.read("default").await;
            assert_eq!(chunks.len(), usize::from(again), "{label}");
            if again {
                assert_eq!(chunks[0].total_length, number as i64 + 1, "{label}");
            } else {
                assert_eq!(client.write("default", &state(number + 1)).await, []);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_of_a_read_come_with_the_first_chunk_or_alone() {
    let client = Client::new(r#"{"space": "wire warned", "fault": "warn read"}"#, 8).await;
    let none = client.read("default").await;
    assert_eq!(none.len(), 1);
    assert_eq!((none[0].bytes.len(), none[0].total_length), (0, 0));
    assert!(none[0].range.is_some());
    assert_eq!(client.write("default", &state(20)).await, []);
    let chunks = client.read("default").await;
    let warnings: Vec<usize> = chunks.iter().map(|chunk| chunk.diagnostics.len()).collect();
    assert_eq!(warnings, [1, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_validator_and_the_schema_are_there() {
    let client = Client::new(r#"{"space": "wire schema"}"#, 8).await;
    let request = validate_state_store_config::Request {
        type_name: TYPE.into(),
        config: client.config(r#"{"space": "a b"}"#),
    };
    let wrong = client.server.validate_state_store_config(request).await;
    let [one] = &wrong.diagnostics[..] else {
        panic!("{wrong:?}");
    };
    assert_eq!(one.summary, "no spaces in a space");
    assert!(one.attribute.is_some());
    let metadata = client
        .server
        .get_metadata(v6::get_metadata::Request {})
        .await;
    let names: Vec<&str> = metadata
        .state_stores
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(names, [TYPE]);
    let schema = client
        .server
        .get_provider_schema(v6::get_provider_schema::Request {})
        .await;
    let block = schema.state_store_schemas[TYPE].block.as_ref().unwrap();
    let space = block
        .attributes
        .iter()
        .find(|of| of.name == "space")
        .unwrap();
    // The environment may set it.
    assert!(space.optional && !space.required && !space.computed);
    let locks = block
        .attributes
        .iter()
        .find(|of| of.name == "locks")
        .unwrap();
    assert!(locks.optional && !locks.computed, "{locks:?}");
}
