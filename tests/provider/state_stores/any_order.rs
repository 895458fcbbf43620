//! Random calls in random order, compared with a model of a state store.

use std::collections::BTreeMap;

use schema_provider::plugin::proto::v6::{delete_state, get_states, lock_state, unlock_state};
use schema_provider::plugin::{Bytes, Handler};

use super::keep::TYPE;
use super::store::Client;

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// A second model of a state store.
#[derive(Default)]
struct Model {
    states: BTreeMap<&'static str, Bytes>,
    locks: BTreeMap<&'static str, String>,
}

async fn read(client: &Client, id: &str) -> Option<Bytes> {
    let chunks = client.read(id).await;
    assert!(chunks.iter().all(|chunk| chunk.diagnostics.is_empty()));
    let bytes = chunks.iter().flat_map(|chunk| chunk.bytes.to_vec());
    (!chunks.is_empty()).then(|| bytes.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn random_calls_in_random_order_match_the_model() {
    let client = Client::new(r#"{"space": "any order"}"#, 8).await;
    let (mut numbers, mut model) = (Numbers(17), Model::default());
    for step in 0..400 {
        let id = ["default", "east", "west"][numbers.below(3)];
        match numbers.below(6) {
            0 => {
                let length = 1 + numbers.below(40);
                let state: Bytes = (0..length).map(|at| (at * 7 + step) as u8).collect();
                assert_eq!(client.write(id, &state).await, [], "{step}");
                model.states.insert(id, state);
            }
            1 => assert_eq!(
                read(&client, id).await.as_ref(),
                model.states.get(id),
                "{step}"
            ),
            2 => {
                let request = lock_state::Request {
                    type_name: TYPE.into(),
                    state_id: id.into(),
                    operation: "OperationTypeApply".into(),
                };
                let locked = client.server.lock_state(request).await;
                let held = model.locks.contains_key(id);
                assert_eq!(locked.diagnostics.is_empty(), !held, "{step}");
                assert_eq!(locked.lock_id.is_empty(), held, "{step}");
                if !held {
                    model.locks.insert(id, locked.lock_id);
                }
            }
            3 => {
                // By its own id, by another lock's, and by one that does not exist.
                let other = ["default", "east", "west"][numbers.below(3)];
                let lock_id = model.locks.get(other).cloned().unwrap_or("7".to_owned());
                let request = unlock_state::Request {
                    type_name: TYPE.into(),
                    state_id: id.into(),
                    lock_id: lock_id.clone(),
                };
                let unlocked = client.server.unlock_state(request).await;
                let own = model.locks.get(id) == Some(&lock_id);
                assert_eq!(unlocked.diagnostics.is_empty(), own, "{step}");
                if own {
                    model.locks.remove(id);
                }
            }
            4 => {
                let request = get_states::Request {
                    type_name: TYPE.into(),
                };
                let listed = client.server.get_states(request).await;
                assert_eq!(listed.diagnostics, []);
                let mut listed = listed.state_ids;
                listed.sort();
                assert_eq!(
                    listed,
                    model.states.keys().copied().collect::<Vec<_>>(),
                    "{step}"
                );
            }
            _ => {
                let request = delete_state::Request {
                    type_name: TYPE.into(),
                    state_id: id.into(),
                };
                let deleted = client.server.delete_state(request).await;
                let was = model.states.remove(id).is_some();
                assert_eq!(deleted.diagnostics.is_empty(), was, "{step}");
            }
        }
    }
}
