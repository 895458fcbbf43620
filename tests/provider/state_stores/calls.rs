//! The calls in process: what a provider developer's functions get, and what becomes of their
//! results.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;

use crate::keep::{TYPE, config, configured, one, opened, provider, space};

#[tokio::test(flavor = "multi_thread")]
async fn a_state_is_written_read_listed_and_deleted() {
    let instance = opened("round").await;
    let none = instance.read_state_bytes(TYPE, "default").await;
    assert!(none.state.is_none() && none.diagnostics.is_empty());
    for id in ["prod", "default"] {
        let written = instance
            .write_state_bytes(TYPE, id, Bytes::from(format!("state of {id}")))
            .await;
        assert!(written.is_empty(), "{written}");
    }
    let read = instance.read_state_bytes(TYPE, "prod").await;
    assert_eq!(read.state.unwrap(), "state of prod");
    let listed = instance.get_states(TYPE).await;
    assert_eq!(listed.state_ids, ["default", "prod"]);
    assert!(instance.delete_state(TYPE, "prod").await.is_empty());
    let again = instance.delete_state(TYPE, "prod").await;
    assert_eq!(one(&again).summary, "keep_states: there is no state prod");
    assert_eq!(instance.get_states(TYPE).await.state_ids, ["default"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_is_taken_once_and_given_back_by_its_id_alone() {
    let instance = opened("locks").await;
    instance.set_terraform_version("1.16.0");
    let first = instance
        .lock_state(TYPE, "default", "OperationTypeApply")
        .await;
    assert!(first.diagnostics.is_empty() && !first.lock_id.is_empty());
    let holder = space("locks").lock().unwrap().locks["default"].clone();
    assert_eq!(holder.id, first.lock_id);
    assert_eq!(holder.operation, "OperationTypeApply");
    assert_eq!(holder.version, "1.16.0");
    assert!(holder.who.starts_with("ann"), "{}", holder.who);

    let second = instance
        .lock_state(TYPE, "default", "OperationTypePlan")
        .await;
    assert_eq!(second.lock_id, "");
    assert_eq!(second.held_by.as_ref(), Some(&holder));
    let error = one(&second.diagnostics);
    assert_eq!(error.summary, "keep_states: the state default is locked");
    for told in [
        holder.who.as_str(),
        &format!("has locked it since {}", holder.created),
        "for: apply",
        &format!("`force-unlock {}`", first.lock_id),
        "-lock-timeout changes nothing",
    ] {
        assert!(error.detail.contains(told), "{told}: {}", error.detail);
    }
    // Another state is not locked.
    let other = instance.lock_state(TYPE, "prod", "").await;
    assert!(other.diagnostics.is_empty());

    let wrong = instance.unlock_state(TYPE, "default", "other").await;
    let error = one(&wrong);
    assert_eq!(
        error.summary,
        "keep_states: the state default was not unlocked"
    );
    assert!(error.detail.contains(&first.lock_id), "{}", error.detail);
    let empty = instance.unlock_state(TYPE, "default", "").await;
    assert!(
        one(&empty)
            .detail
            .starts_with("The id of the lock is empty.")
    );
    let right = instance.unlock_state(TYPE, "default", &first.lock_id).await;
    assert!(right.is_empty(), "{right}");
    let twice = instance.unlock_state(TYPE, "default", &first.lock_id).await;
    assert_eq!(one(&twice).detail, "Nobody has locked it.");
    let again = instance.lock_state(TYPE, "default", "").await;
    assert_ne!(again.lock_id, first.lock_id);
    assert_ne!(again.lock_id, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_without_locks_gives_no_lock_id_and_no_error() {
    let instance = provider().await;
    configured(&instance, r#"{"space": "no_locks", "locks": false}"#).await;
    for _ in 0..2 {
        let locked = instance.lock_state(TYPE, "default", "").await;
        assert_eq!(locked, Default::default());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_without_an_id_is_a_mistake_of_the_provider() {
    let instance = provider().await;
    configured(
        &instance,
        r#"{"space": "nameless", "fault": "nameless lock"}"#,
    )
    .await;
    let locked = instance.lock_state(TYPE, "default", "").await;
    assert!(
        one(&locked.diagnostics)
            .detail
            .ends_with("a bug in the provider.")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_state_is_none() {
    let instance = provider().await;
    configured(&instance, r#"{"space": "empty", "fault": "empty read"}"#).await;
    let read = instance.read_state_bytes(TYPE, "default").await;
    assert!(read.state.is_none() && read.diagnostics.is_empty());
    let written = instance
        .write_state_bytes(TYPE, "default", Bytes::new())
        .await;
    assert_eq!(one(&written).summary, "keep_states: the state is empty");
    assert!(
        !space("empty")
            .lock()
            .unwrap()
            .calls
            .contains(&"write".to_owned())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_ids_are_rejected_and_omitted() {
    let instance = provider().await;
    configured(&instance, r#"{"space": "ids", "fault": "odd list"}"#).await;
    for id in ["", "..", "a/b", "a\\b"] {
        let read = instance.read_state_bytes(TYPE, id).await.diagnostics;
        let written = instance.write_state_bytes(TYPE, id, "x".into()).await;
        let locked = instance.lock_state(TYPE, id, "").await.diagnostics;
        let unlocked = instance.unlock_state(TYPE, id, "7").await;
        let deleted = instance.delete_state(TYPE, id).await;
        for refused in [read, written, locked, unlocked, deleted] {
            assert_eq!(
                one(&refused).summary,
                "keep_states: that is not the id of a state"
            );
        }
        assert!(instance.incoming_state(TYPE, id).is_err());
    }
    assert!(space("ids").lock().unwrap().calls.is_empty());
    let listed = instance.get_states(TYPE).await;
    assert_eq!(listed.state_ids, ["default"]);
    let warning = one(&listed.diagnostics);
    assert!(!warning.is_error());
    assert!(
        warning
            .detail
            .contains(r#"lists 2 that cannot be names of workspaces: "", "a/b\u001b"."#),
        "{}",
        warning.detail
    );
}

/// Each call of a state store, with its diagnostics.
async fn all_calls(instance: &Instance) -> Vec<(&'static str, Diagnostics)> {
    vec![
        (
            "read",
            instance.read_state_bytes(TYPE, "default").await.diagnostics,
        ),
        (
            "write",
            instance
                .write_state_bytes(TYPE, "default", "x".into())
                .await,
        ),
        (
            "lock",
            instance.lock_state(TYPE, "default", "").await.diagnostics,
        ),
        ("unlock", instance.unlock_state(TYPE, "default", "7").await),
        ("list", instance.get_states(TYPE).await.diagnostics),
        ("delete", instance.delete_state(TYPE, "default").await),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_comes_before_the_configuration_or_after_a_failed_one() {
    let instance = provider().await;
    let refused = async |instance: &Instance| {
        for (operation, diagnostics) in all_calls(instance).await {
            let error = one(&diagnostics);
            assert_eq!(
                error.summary,
                "keep_states: the state store is not configured"
            );
            assert!(error.detail.starts_with(operation), "{}", error.detail);
        }
        assert!(instance.incoming_state(TYPE, "default").is_err());
        assert!(instance.state_chunks(TYPE, "x".into()).is_err());
    };
    refused(&instance).await;
    configured(&instance, r#"{"space": "order"}"#).await;
    assert!(
        instance
            .read_state_bytes(TYPE, "default")
            .await
            .diagnostics
            .is_empty()
    );
    for (fault, said) in [
        ("fail configure", "no configure today"),
        (
            "panic configure",
            "keep_states: the provider panicked in configure",
        ),
    ] {
        let config = config(
            &instance,
            &format!(r#"{{"space": "order", "fault": "{fault}"}}"#),
        );
        let response = instance.configure_state_store(TYPE, config, 0).await;
        assert_eq!(one(&response.diagnostics).summary, said);
        assert_eq!(response.chunk_size, 8 << 20);
        refused(&instance).await;
    }
    // Without a client there is no store either.
    let bare = Instance::new::<crate::keep::Keep>(Environment::default()).unwrap();
    let config = config(&bare, r#"{"space": "order"}"#);
    let response = bare.configure_state_store(TYPE, config, 8).await;
    assert_eq!(
        one(&response.diagnostics).summary,
        "The provider is not configured"
    );
    refused(&bare).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environment_counts_in_both_checks() {
    let mut environment = crate::keep::environment();
    let without = Instance::new::<crate::keep::Keep>(environment.clone()).unwrap();
    let nothing = config(&without, "{}");
    let missing = without.validate_state_store_config(TYPE, &nothing).await;
    assert!(missing.has_errors());
    environment.set("KEEP_SPACE", "of the environment");
    let with = Instance::new::<crate::keep::Keep>(environment.clone()).unwrap();
    let wrong = with.validate_state_store_config(TYPE, &nothing).await;
    assert_eq!(one(&wrong).summary, "no spaces in a space");
    environment.set("KEEP_SPACE", "environment");
    let with = Instance::new::<crate::keep::Keep>(environment).unwrap();
    assert!(
        with.validate_state_store_config(TYPE, &nothing)
            .await
            .is_empty()
    );
    let _ = with.configure_provider(Value::Null).await;
    configured(&with, "{}").await;
    let _ = with.write_state_bytes(TYPE, "default", "x".into()).await;
    assert_eq!(space("environment").lock().unwrap().states.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_configurations_are_validated_and_not_configured() {
    let instance = provider().await;
    let mut config = config(&instance, r#"{"space": "unknown"}"#);
    let Value::Object(values) = &mut config else {
        unreachable!()
    };
    values[0] = Value::UNKNOWN;
    assert!(
        instance
            .validate_state_store_config(TYPE, &config)
            .await
            .is_empty()
    );
    let response = instance.configure_state_store(TYPE, config, 8).await;
    assert_eq!(
        one(&response.diagnostics).summary,
        "keep_states: the configuration is not known"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn each_function_may_fail_warn_and_panic() {
    for operation in ["read", "write", "lock", "unlock", "list", "delete"] {
        for (fault, said) in [
            ("fail", format!("no {operation} today")),
            (
                "panic",
                format!("keep_states: the provider panicked in {operation}"),
            ),
            ("warn", format!("{operation} is slow")),
        ] {
            let instance = provider().await;
            let text = format!(r#"{{"space": "faults", "fault": "{fault} {operation}"}}"#);
            configured(&instance, &text).await;
            let _ = instance
                .write_state_bytes(TYPE, "default", "x".into())
                .await;
            space("faults")
                .lock()
                .unwrap()
                .locks
                .insert("default".into(), schema_provider::LockInfo::new("7"));
            let all = all_calls(&instance).await;
            let (_, of_it) = all.iter().find(|(of, _)| *of == operation).unwrap();
            let told = of_it.iter().find(|told| told.summary == said);
            assert_eq!(told.unwrap().is_error(), fault != "warn", "{of_it}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_configuration_replaces_the_former_store() {
    let instance = opened("former").await;
    configured(&instance, r#"{"space": "later"}"#).await;
    let _ = instance
        .write_state_bytes(TYPE, "default", "x".into())
        .await;
    assert_eq!(space("later").lock().unwrap().states.len(), 1);
    // Dropped on its own thread.
    for _ in 0..6000 {
        if space("former").lock().unwrap().stores == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(space("former").lock().unwrap().stores, 0);
    // At the end of the program all are dropped.
    instance.close(std::time::Duration::from_secs(10));
    assert_eq!(space("later").lock().unwrap().stores, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_configurations_of_the_provider_have_stores_of_their_own() {
    let source = opened("source").await;
    let target = source.another_configuration();
    let _ = target.configure_provider(Value::Null).await;
    configured(&target, r#"{"space": "target"}"#).await;
    let _ = source
        .write_state_bytes(TYPE, "default", "old".into())
        .await;
    let state = source
        .read_state_bytes(TYPE, "default")
        .await
        .state
        .unwrap();
    assert!(
        target
            .read_state_bytes(TYPE, "default")
            .await
            .state
            .is_none()
    );
    let _ = target.write_state_bytes(TYPE, "default", state).await;
    assert_eq!(space("target").lock().unwrap().states["default"], "old");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_concurrent_locks_one_succeeds() {
    let instance = opened("race").await;
    let tries = (0..40).map(|_| {
        let instance = instance.clone();
        tokio::spawn(async move { instance.lock_state(TYPE, "default", "").await })
    });
    let mut taken = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        let response = one.await.unwrap();
        assert_eq!(
            response.lock_id.is_empty(),
            response.diagnostics.has_errors()
        );
        taken.extend(Some(response.lock_id).filter(|id| !id.is_empty()));
    }
    assert_eq!(taken.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_type_is_reported_with_the_existing_ones() {
    let instance = provider().await;
    let read = instance.read_state_bytes("keep_state", "default").await;
    let error = one(&read.diagnostics);
    assert_eq!(
        error.summary,
        r#"The provider has no state store "keep_state""#
    );
    assert_eq!(error.detail, "It has: keep_states.");
}

#[test]
fn no_state_is_in_a_debug_print() {
    let state = schema_provider::lifecycle::StateResponse {
        state: Some("s3cret".into()),
        diagnostics: Diagnostics::new(),
    };
    let chunk = schema_provider::lifecycle::StateChunk {
        bytes: "s3cret".into(),
        range: None,
        total_length: 6,
    };
    assert!(!format!("{state:?} {chunk:?}").contains("s3cret"));
}
