//! A test's own deadline: what is waited for, and giving up.

use std::panic::Location;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use schema_panic::lock;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Instance;

/// How long a test may take, unless it says otherwise.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// How long one may take under Terraform, unless it says otherwise.
pub(crate) const TERRAFORM_DEADLINE: Duration = Duration::from_secs(600);

/// A step of a test, or what comes before and after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepPosition {
    /// Counted from 1; 0 for what is before and after the steps.
    pub(crate) number: usize,
    pub(crate) title: String,
    /// Where it is written.
    pub(crate) at: &'static Location<'static>,
}

impl StepPosition {
    pub(crate) fn new(number: usize, title: &str, at: &'static Location<'static>) -> Self {
        StepPosition {
            number,
            title: title.to_owned(),
            at,
        }
    }

    /// What belongs to no step.
    pub(crate) fn outside(title: &str, at: &'static Location<'static>) -> Self {
        StepPosition::new(0, title, at)
    }
}

/// What a test is doing, for the moment in which it takes too long.
#[derive(Debug)]
pub(crate) struct CurrentActivity {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    step: StepPosition,
    doing: Option<(String, Instant)>,
    /// Operations on objects that began and did not end.
    objects: Vec<(String, Instant)>,
    providers: Vec<Instance>,
    /// What was opened in this step.
    opened: Vec<OpenedObject>,
}

/// Something ephemeral that was opened.
#[derive(Clone)]
pub(crate) struct OpenedObject {
    pub(crate) type_name: String,
    pub(crate) block: Ref<Block>,
    pub(crate) value: Value,
}

impl std::fmt::Debug for OpenedObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Its value may be secret.
        f.debug_tuple("OpenedObject")
            .field(&self.type_name)
            .finish()
    }
}

impl CurrentActivity {
    pub(crate) fn new(at: &'static Location<'static>) -> Self {
        CurrentActivity {
            inner: Mutex::new(Inner {
                step: StepPosition::outside("before the first step", at),
                doing: None,
                objects: Vec::new(),
                providers: Vec::new(),
                opened: Vec::new(),
            }),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// A step begins.
    pub(crate) fn step(&self, position: StepPosition) {
        let mut inner = self.inner();
        inner.step = position;
        inner.doing = None;
        inner.objects.clear();
        inner.providers.clear();
        inner.opened.clear();
    }

    /// Something was opened.
    pub(crate) fn open(&self, object: OpenedObject) {
        self.inner().opened.push(object);
    }

    /// What was opened in this step.
    pub(crate) fn opened(&self) -> Vec<OpenedObject> {
        self.inner().opened.clone()
    }

    /// A part of a step begins.
    pub(crate) fn doing(&self, what: impl Into<String>) {
        self.inner().doing = Some((what.into(), Instant::now()));
    }

    /// Nothing is waited for any more.
    pub(crate) fn idle(&self) {
        self.inner().doing = None;
    }

    /// How long it has been doing what it does.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let inner = self.inner();
        let (_, since) = inner.doing.as_ref()?;
        Some(since.elapsed())
    }

    /// Provider code will run in this one.
    pub(crate) fn provider(&self, instance: &Instance) {
        self.inner().providers.push(instance.clone());
    }

    /// An operation on an object begins.
    pub(crate) fn begins(&self, operation: String) {
        self.inner().objects.push((operation, Instant::now()));
    }

    /// It ended.
    pub(crate) fn ends(&self, operation: &str) {
        self.inner().objects.retain(|(name, _)| name != operation);
    }

    /// Tells provider code to end.
    pub(crate) fn stop(&self) {
        let providers = self.inner().providers.clone();
        for provider in providers {
            provider.stop();
        }
    }

    pub(crate) fn current(&self) -> StepPosition {
        self.inner().step.clone()
    }

    /// What a test says that did not end in time.
    pub(crate) fn too_late(&self, deadline: Duration) -> String {
        format!(
            "the test did not end within its deadline of {}; it was waiting for\n  {}",
            seconds(deadline),
            self.waiting_for()
        )
    }

    /// What is being waited for.
    pub(crate) fn waiting_for(&self) -> String {
        let inner = self.inner();
        let mut lines = Vec::new();
        if let Some((doing, since)) = &inner.doing {
            lines.push(format!("{doing}, for {}", seconds(since.elapsed())));
        }
        for (operation, since) in &inner.objects {
            lines.push(format!("{operation}, for {}", seconds(since.elapsed())));
        }
        for instance in &inner.providers {
            for call in instance.running() {
                lines.push(format!("the provider's code: {call}"));
            }
        }
        if lines.is_empty() {
            lines.push("nothing that is known of".to_owned());
        }
        lines.join("\n  ")
    }
}

/// For a person.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}
