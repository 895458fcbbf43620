//! The memory budget that all calls share.
//!
//! Terraform or a person starts every client, but a broken or hostile client must not make the
//! process use more memory than the machine has. So each call has an account: for its own cost, for
//! the message that it announced, and for the decoded message. Once it has an answer, the account
//! holds that instead, until its bytes are written to the client. All accounts draw on one budget.
//! A call without room waits for a while and is then rejected; the client and the log receive the
//! reason.
//!
//! A call may end, or have its answer, while code continues with its request: its client went away,
//! or cancelled it. The decoded request, and the thread of such code, stay on the budget as long as
//! anybody holds the call's [`MemoryGuard`].

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use schema_panic::lock;
use tokio::sync::Notify;
use tokio::time::timeout;
use tonic::Status;

/// The largest message in either direction, as in the Go SDKs.
pub const MAX_MESSAGE: usize = 256 << 20;

/// The cost of a call besides its messages: its stream, its tasks, the thread of provider code.
const CALL: usize = 128 << 10;

/// The cost of a call that go-plugin leaves open and that runs nothing: its stream and its tasks.
/// In debug mode, each connection has two.
const OPEN_STREAM: usize = 16 << 10;

/// How long a call waits for room.
const PATIENCE: Duration = Duration::from_secs(10);

/// The memory in use, and by how much it may grow.
pub(super) struct Budget {
    limit: usize,
    held: Mutex<usize>,
    freed: Notify,
    patience: Duration,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            held: Mutex::new(0),
            freed: Notify::new(),
            patience: PATIENCE,
        })
    }

    fn held(&self) -> MutexGuard<'_, usize> {
        lock(&self.held)
    }

    /// Whether anything is held.
    #[cfg(test)]
    pub(super) fn is_used(&self) -> bool {
        *self.held() > 0
    }

    fn take(&self, amount: usize) -> bool {
        let mut held = self.held();
        let fits = held
            .checked_add(amount)
            .is_some_and(|sum| sum <= self.limit);
        if fits {
            *held += amount;
        }
        fits
    }

    fn give_back(&self, amount: usize) {
        let mut held = self.held();
        *held = held.saturating_sub(amount);
        drop(held);
        self.freed.notify_waiters();
    }

    /// Reserves room for a message of a stream, when available.
    pub(super) async fn room(self: &Arc<Self>, amount: usize) -> Result<Charge, Status> {
        let room = Charge::new(self, 0);
        room.claim(amount).await?;
        Ok(room)
    }

    /// Reserves room for a small message of a stream: others wait.
    pub(super) fn room_in_any_case(self: &Arc<Self>, amount: usize) -> Charge {
        let mut held = self.held();
        *held = held.saturating_add(amount);
        Charge::new(self, amount)
    }

    fn refused(&self, amount: usize) -> Status {
        let mib = |bytes: usize| bytes.div_ceil(1 << 20);
        let text = format!(
            "this request needs {} MiB of memory, and of the {} MiB that the provider has for all requests together \
             {} MiB are taken",
            mib(amount),
            mib(self.limit),
            mib(*self.held()),
        );
        tracing::warn!("a request was rejected: {text}");
        Status::resource_exhausted(text)
    }
}

/// A part of the budget, returned when dropped.
pub(super) struct Charge {
    budget: Arc<Budget>,
    amount: AtomicUsize,
}

impl Charge {
    /// For an amount that was taken already.
    fn new(budget: &Arc<Budget>, taken: usize) -> Self {
        Self {
            budget: Arc::clone(budget),
            amount: AtomicUsize::new(taken),
        }
    }

    /// Reserves this much more, once there is room.
    async fn claim(&self, amount: usize) -> Result<(), Status> {
        let budget = &self.budget;
        let room = async {
            loop {
                let mut freed = std::pin::pin!(budget.freed.notified());
                // From here on it is notified of returned memory.
                freed.as_mut().enable();
                if budget.take(amount) {
                    break;
                }
                freed.await;
            }
        };
        // Most get their room at once, and a request that is too large by itself need not wait.
        let has_room = budget.take(amount)
            || (amount <= budget.limit && timeout(budget.patience, room).await.is_ok());
        if !has_room {
            return Err(budget.refused(amount));
        }
        self.amount.fetch_add(amount, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.give_back(*self.amount.get_mut());
    }
}

/// The decoded request of one call, on the shared budget as long as anybody has a clone of this.
///
/// Code that continues with a request after the call's future was dropped, or has answered, keeps
/// one: [`Handler::for_call`](crate::Handler::for_call) passes it.
#[derive(Clone)]
pub struct MemoryGuard {
    charge: Arc<Charge>,
}

impl MemoryGuard {
    /// Reserves room on the same budget for something else that the call makes, when available;
    /// dropping the returned guard returns it.
    ///
    /// # Errors
    /// There is no room.
    pub async fn room(&self, bytes: usize) -> Result<Self, Status> {
        let charge = Arc::new(self.charge.budget.room(bytes).await?);
        Ok(MemoryGuard { charge })
    }

    /// These bytes, which keep the guard as long as anybody holds a part of them.
    #[must_use]
    pub fn keeps(self, bytes: Bytes) -> Bytes {
        on_budget(bytes, self)
    }
}

/// These bytes, which keep their room on the budget as long as anybody holds a part of them.
pub(super) fn on_budget(bytes: Bytes, room: impl Send + 'static) -> Bytes {
    Bytes::from_owner(OnBudget { bytes, _room: room })
}

struct OnBudget<R> {
    bytes: Bytes,
    _room: R,
}

impl<R> AsRef<[u8]> for OnBudget<R> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// For code that only keeps it, and need not know what it is.
impl From<MemoryGuard> for Arc<dyn Any + Send + Sync> {
    fn from(guard: MemoryGuard) -> Self {
        guard.charge
    }
}

__opaque_debug!(MemoryGuard);

/// The memory of one call until it has its answer.
pub(super) struct Account {
    /// The message that its client sends.
    messages: Charge,
    /// The call itself, and its decoded request; code may continue with that.
    work: Arc<Charge>,
    /// Set for a call of the provider's service.
    count: Option<CallCount>,
}

/// The memory of one call once it has its answer, which keeps this until it is completely written
/// to the client.
pub(super) type AnswerAccount = (Charge, Option<CallCount>);

/// Counts one of a connection's calls of the provider's service as long as this exists.
pub(super) struct CallCount(Arc<AtomicUsize>);

impl CallCount {
    fn new(calls: &Arc<AtomicUsize>) -> Self {
        calls.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(calls))
    }
}

impl Drop for CallCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Account {
    /// The account for a new call of the provider's service, which its connection counts, or for
    /// one of go-plugin's own calls.
    pub(super) fn open(
        budget: &Arc<Budget>,
        calls: Option<&Arc<AtomicUsize>>,
    ) -> Result<Arc<Self>, Status> {
        let cost = match calls {
            Some(_) => CALL,
            None => OPEN_STREAM,
        };
        if !budget.take(cost) {
            return Err(budget.refused(cost));
        }
        Ok(Arc::new(Self {
            messages: Charge::new(budget, 0),
            work: Arc::new(Charge::new(budget, cost)),
            count: calls.map(CallCount::new),
        }))
    }

    /// Reserves room for a message, when available.
    pub(super) async fn claim(&self, amount: usize) -> Result<(), Status> {
        self.messages.claim(amount).await
    }

    /// Reserves room for the decoded request, when available.
    pub(super) async fn claim_decoded(&self, amount: usize) -> Result<(), Status> {
        self.work.claim(amount).await
    }

    /// The account for its answer, which has this many bytes. They get their room in any case:
    /// answers are never lost for lack of room, others wait.
    pub(super) fn answered(&self, amount: usize) -> AnswerAccount {
        // The stream that they stay in has its cost too.
        let room = amount.saturating_add(OPEN_STREAM);
        let count = self.count.as_ref().map(|count| CallCount::new(&count.0));
        (self.budget().room_in_any_case(room), count)
    }

    /// The budget that it draws on.
    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.messages.budget
    }

    /// Keeps the decoded request on the budget.
    pub(super) fn guard(&self) -> MemoryGuard {
        MemoryGuard {
            charge: Arc::clone(&self.work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls() -> Arc<AtomicUsize> {
        Arc::default()
    }

    #[tokio::test]
    async fn what_has_room_only_later_waits_and_what_never_has_is_rejected() {
        let budget = Budget::new(CALL * 3 + 100);
        let (one, two) = (
            Account::open(&budget, Some(&calls())).unwrap(),
            Account::open(&budget, Some(&calls())).unwrap(),
        );
        one.claim(CALL).await.unwrap();
        let waiting = Arc::clone(&two);
        let waiting = tokio::spawn(async move { waiting.claim(CALL / 2).await });
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        drop(one);
        waiting.await.unwrap().unwrap();
        let refused = two.claim(CALL * 4).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        drop(two);
        assert_eq!(*budget.held(), 0);
    }

    #[tokio::test]
    async fn there_are_only_so_many_calls() {
        let (budget, count) = (Budget::new(CALL * 2), calls());
        let open: Vec<_> = (0..2)
            .map(|_| Account::open(&budget, Some(&count)).unwrap())
            .collect();
        assert!(Account::open(&budget, Some(&count)).is_err());
        assert_eq!(count.load(Ordering::Relaxed), 2);
        assert!(Account::open(&budget, None).is_err());
        // An answer still gets its room, and its call counts as before.
        let answer = open[0].answered(CALL);
        assert_eq!(*budget.held(), CALL * 3 + OPEN_STREAM);
        drop(open);
        assert_eq!(*budget.held(), CALL + OPEN_STREAM);
        assert_eq!(count.load(Ordering::Relaxed), 1);
        drop(answer);
        assert_eq!(*budget.held(), 0);
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn what_code_goes_on_with_stays_after_its_call() {
        let (budget, count) = (Budget::new(CALL * 10), calls());
        let call = Account::open(&budget, Some(&count)).unwrap();
        call.claim(CALL).await.unwrap();
        call.claim_decoded(CALL * 3).await.unwrap();
        let guard = call.guard();
        assert_eq!(*budget.held(), CALL * 5);
        drop(call);
        // The thread and the decoded request stay, but not the message; for its connection, the
        // call is over.
        assert_eq!(*budget.held(), CALL * 4);
        assert_eq!(count.load(Ordering::Relaxed), 0);
        let next = Account::open(&budget, Some(&count)).unwrap();
        let waiting = tokio::spawn(async move { next.claim_decoded(CALL * 6).await });
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        drop(guard.clone());
        drop(guard);
        waiting.await.unwrap().unwrap();
        assert_eq!(*budget.held(), 0);
    }

    #[test]
    fn a_stream_of_go_plugin_costs_less_than_a_call() {
        let budget = Budget::new(CALL);
        let open: Vec<_> = (0..CALL / OPEN_STREAM)
            .map(|_| Account::open(&budget, None).unwrap())
            .collect();
        assert!(Account::open(&budget, None).is_err());
        drop(open);
        assert_eq!(*budget.held(), 0);
    }
}
