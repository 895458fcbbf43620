//! A test's own deadline: what the test is waiting for, and the timeout.

use std::panic::Location;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use schema_panic::lock;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Instance;

/// How long a test may take by default.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// How long a test may take under Terraform by default.
pub(crate) const TERRAFORM_DEADLINE: Duration = Duration::from_secs(600);

/// A step of a test, or the time before or after its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepPosition {
    /// Counted from 1; 0 before and after the steps.
    pub(crate) number: usize,
    pub(crate) title: String,
    /// The location of the step.
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

    /// A position outside the steps.
    pub(crate) fn outside(title: &str, at: &'static Location<'static>) -> Self {
        StepPosition::new(0, title, at)
    }
}

/// What a test is doing, for the message when it takes too long.
pub(crate) struct CurrentActivity {
    inner: Mutex<Inner>,
}

struct Inner {
    step: StepPosition,
    doing: Option<(String, Instant)>,
    /// Operations on objects that have begun but not ended.
    objects: Vec<(String, Instant)>,
    providers: Vec<Instance>,
    /// The ephemeral objects opened in this step.
    opened: Vec<OpenedObject>,
}

/// Something ephemeral that was opened.
#[derive(Clone)]
pub(crate) struct OpenedObject {
    pub(crate) type_name: String,
    pub(crate) block: Ref<Block>,
    pub(crate) value: Value,
}

impl Inner {
    fn at(step: StepPosition) -> Self {
        Inner {
            step,
            doing: None,
            objects: Vec::new(),
            providers: Vec::new(),
            opened: Vec::new(),
        }
    }
}

impl CurrentActivity {
    pub(crate) fn new(at: &'static Location<'static>) -> Self {
        let step = StepPosition::outside("before the first step", at);
        CurrentActivity {
            inner: Mutex::new(Inner::at(step)),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// A step begins.
    pub(crate) fn step(&self, position: StepPosition) {
        *self.inner() = Inner::at(position);
    }

    /// Something was opened.
    pub(crate) fn open(&self, object: OpenedObject) {
        self.inner().opened.push(object);
    }

    /// The ephemeral objects opened in this step.
    pub(crate) fn opened(&self) -> Vec<OpenedObject> {
        self.inner().opened.clone()
    }

    /// A part of a step begins.
    pub(crate) fn doing(&self, what: impl Into<String>) {
        self.inner().doing = Some((what.into(), Instant::now()));
    }

    /// The test no longer waits for anything.
    pub(crate) fn idle(&self) {
        self.inner().doing = None;
    }

    /// How long the current activity has taken.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let inner = self.inner();
        let (_, since) = inner.doing.as_ref()?;
        Some(since.elapsed())
    }

    /// Provider code will run in this instance.
    pub(crate) fn provider(&self, instance: &Instance) {
        self.inner().providers.push(instance.clone());
    }

    /// An operation on an object begins.
    pub(crate) fn begins(&self, operation: String) {
        self.inner().objects.push((operation, Instant::now()));
    }

    /// An operation on an object ended.
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

    /// The message of a test that did not end in time.
    pub(crate) fn too_late(&self, deadline: Duration) -> String {
        format!(
            "the test did not end within its deadline of {}; it was waiting for\n  {}",
            seconds(deadline),
            self.waiting_for()
        )
    }

    /// What the test is waiting for.
    pub(crate) fn waiting_for(&self) -> String {
        let inner = self.inner();
        let mut lines = Vec::new();
        for (doing, since) in inner.doing.iter().chain(&inner.objects) {
            lines.push(format!("{doing}, for {}", seconds(since.elapsed())));
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

/// A duration for messages.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}
