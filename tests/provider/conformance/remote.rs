//! A remote system in memory, and a model that defines a resource of it in a few lines.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use schema_provider::prelude::*;
use schema_provider::schema_runtime::object::ResourceRoot;

/// The properties of an object.
pub type Props = BTreeMap<String, String>;

/// The remote system.
#[derive(Clone, Default)]
pub struct Remote {
    objects: Arc<Mutex<BTreeMap<String, Props>>>,
    clock: Arc<AtomicI64>,
}

impl Remote {
    /// The remote system of this name, which a test can also access.
    pub fn of(name: &str) -> Remote {
        static REMOTES: LazyLock<Mutex<BTreeMap<String, Remote>>> = LazyLock::new(Mutex::default);
        REMOTES
            .lock()
            .unwrap()
            .entry(name.to_owned())
            .or_default()
            .clone()
    }

    pub fn objects(&self) -> MutexGuard<'_, BTreeMap<String, Props>> {
        self.objects.lock().unwrap()
    }

    pub fn get(&self, id: &str) -> Option<Props> {
        self.objects().get(id).cloned()
    }

    pub fn put(&self, id: &str, props: Props) {
        self.objects().insert(id.to_owned(), props);
    }

    pub fn remove(&self, id: &str) -> bool {
        self.objects().remove(id).is_some()
    }

    /// Another number every time.
    pub fn tick(&self) -> i64 {
        self.clock.fetch_add(1, Ordering::SeqCst)
    }
}

/// Logs what an earlier call of this kind had: secrets of a running call are masked in every log.
pub fn log_earlier(kind: &'static str, text: &str) {
    static EARLIER: Mutex<BTreeMap<&str, String>> = Mutex::new(BTreeMap::new());
    let mut all = EARLIER.lock().unwrap();
    if let Some(earlier) = all.insert(kind, text.to_owned()) {
        tracing::info!("earlier: {earlier}");
    }
}

/// `[("text", "a")]`.
pub fn props<const N: usize>(pairs: [(&str, String); N]) -> Props {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

/// The peculiarities of a resource of the [`Remote`]; the defaults are correct.
pub trait Model: ResourceRoot {
    /// The configured properties, for the remote system. `name` is the id.
    fn send(data: &ResourceData<Self>) -> Props;

    /// Sets the fields from what the remote system has.
    fn describe(remote: &Remote, data: &mut ResourceData<Self>, props: &Props);

    /// Sets the fields after a create or update.
    fn made(remote: &Remote, data: &mut ResourceData<Self>, props: &Props) {
        Self::describe(remote, data, props);
    }

    /// Before a create.
    fn check(remote: &Remote, data: &ResourceData<Self>) -> impl Future<Output = Result> + Send {
        let _ = (remote, data);
        std::future::ready(Ok(()))
    }

    /// Changes the remote object.
    fn change(
        cx: &Cx<Self>,
        remote: &Remote,
        id: &str,
        props: Props,
    ) -> impl Future<Output = Result> + Send {
        let _ = cx;
        remote.put(id, props);
        std::future::ready(Ok(()))
    }

    /// Changes a plan.
    fn plan(plan: &mut PlanData<Self>) -> Result {
        let _ = plan;
        Ok(())
    }

    /// Deletes the remote object.
    fn remove(remote: &Remote, id: &str) -> Result {
        remote.remove(id);
        Ok(())
    }

    /// What read does when the object no longer exists.
    fn missing(data: &mut ResourceData<Self>) -> Result {
        data.mark_gone();
        Ok(())
    }

    /// The key by which read finds the object.
    fn key(data: &ResourceData<Self>) -> String {
        data.id().unwrap_or_default().to_owned()
    }

    /// The key by which delete finds the object.
    fn key_of_delete(data: &ResourceData<Self>) -> String {
        Self::key(data)
    }

    /// The id of a new object.
    fn new_id(data: &ResourceData<Self>) -> String;
}

/// Makes a model a resource.
macro_rules! resource {
    ($provider:ty: $($model:ty),*) => {$(
        impl Resource for $model {
            type Provider = $provider;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let remote = cx.client()?;
                Self::check(remote, data).await?;
                let sent = Self::send(data);
                let id = Self::new_id(data);
                if remote.get(&id).is_some() {
                    return Err(Diagnostic::error("it exists already").into());
                }
                Self::change(cx, remote, &id, sent.clone()).await?;
                data.set_id(id);
                Self::made(remote, data, &sent);
                Ok(())
            }

            async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let remote = cx.client()?;
                match remote.get(&Self::key(data)) {
                    Some(found) => Self::describe(remote, data, &found),
                    None => Self::missing(data)?,
                }
                Ok(())
            }

            async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
                <Self as Model>::plan(plan)
            }

            async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                Self::remove(cx.client()?, &Self::key_of_delete(data))
            }
        }

        impl Update for $model {
            async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let remote = cx.client()?;
                let (id, sent) = (Self::key(data), Self::send(data));
                if remote.get(&id).is_none() {
                    return Err(Diagnostic::error("it is gone").into());
                }
                Self::change(cx, remote, &id, sent.clone()).await?;
                Self::made(remote, data, &sent);
                Ok(())
            }
        }
    )*};
}
pub(crate) use resource;
