//! What all calls together may hold in memory.
//!
//! Every client is one that Terraform or a person started, but one that is broken or hostile must
//! not make the process hold more than its machine has. So each call has an account, on which
//! stands what it costs by itself, the message that it announced, and what that becomes when it is
//! decoded. Once there is an answer that one is there instead, until its bytes are written to the
//! client. All accounts draw on one budget. What has no room waits for a while and is then
//! rejected, which the client is told and the log says.
//!
//! A call may end, or have its answer, while code goes on with what it became: its client went
//! away, or gave it up. What is decoded, and the thread of such code, stay on the budget for as
//! long as anybody has the call's [`MemoryGuard`].

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use schema_panic::lock;
use tokio::sync::Notify;
use tokio::time::timeout;
use tonic::Status;

/// The largest message in either direction, as in the Go SDKs.
pub const MAX_MESSAGE: usize = 256 << 20;

/// What a call costs besides its messages: its stream, its tasks, the thread of provider code.
const CALL: usize = 128 << 10;

/// What one costs that go-plugin leaves open and that runs nothing: its stream and its tasks. In
/// debug mode there are two of them for each connection.
const OPEN_STREAM: usize = 16 << 10;

/// How long a call waits for room.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is held, and by how much it may grow.
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

    /// Room for a message of a stream, once there is any.
    pub(super) async fn room(self: &Arc<Self>, amount: usize) -> Result<Charge, Status> {
        let room = Charge::new(self, 0);
        room.claim(amount).await?;
        Ok(room)
    }

    /// Room for a small message of a stream: others wait.
    pub(super) fn room_in_any_case(self: &Arc<Self>, amount: usize) -> Charge {
        let room = Charge::new(self, 0);
        room.owe(amount);
        room
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

/// So much of the budget, given back when it is dropped.
pub(super) struct Charge {
    budget: Arc<Budget>,
    amount: AtomicUsize,
}

impl Charge {
    /// For what was taken already.
    fn new(budget: &Arc<Budget>, taken: usize) -> Self {
        Self {
            budget: Arc::clone(budget),
            amount: AtomicUsize::new(taken),
        }
    }

    /// So much more, if there is room now.
    fn try_claim(&self, amount: usize) -> bool {
        let fits = self.budget.take(amount);
        if fits {
            self.amount.fetch_add(amount, Ordering::Relaxed);
        }
        fits
    }

    /// So much more, once there is room.
    async fn claim(&self, amount: usize) -> Result<(), Status> {
        if self.try_claim(amount) {
            return Ok(());
        }
        let budget = &self.budget;
        let room = async {
            loop {
                let mut freed = std::pin::pin!(budget.freed.notified());
                // From here on it hears of what is given back.
                freed.as_mut().enable();
                if budget.take(amount) {
                    break;
                }
                freed.await;
            }
        };
        // What alone is too much need not wait.
        if amount > budget.limit || timeout(budget.patience, room).await.is_err() {
            return Err(budget.refused(amount));
        }
        self.amount.fetch_add(amount, Ordering::Relaxed);
        Ok(())
    }

    /// So much less.
    fn give_back(&self, amount: usize) {
        self.amount.fetch_sub(amount, Ordering::Relaxed);
        self.budget.give_back(amount);
    }

    /// So much more in any case.
    fn owe(&self, amount: usize) {
        let mut held = self.budget.held();
        *held = held.saturating_add(amount);
        drop(held);
        self.amount.fetch_add(amount, Ordering::Relaxed);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.give_back(*self.amount.get_mut());
    }
}

/// What the request of one call became, on the budget of all calls for as long as anybody has a
/// clone of this.
///
/// Who goes on with a request after the call's future was dropped, or has answered, keeps one:
/// [`Handler::for_call`](crate::Handler::for_call) hands it over.
#[derive(Clone)]
pub struct MemoryGuard {
    charge: Arc<Charge>,
}

impl MemoryGuard {
    /// Room on the same budget for something else that the call makes, once there is any; given
    /// back with the guard that this gives.
    ///
    /// # Errors
    /// There is none.
    pub async fn room(&self, bytes: usize) -> Result<Self, Status> {
        let charge = Arc::new(self.charge.budget.room(bytes).await?);
        Ok(MemoryGuard { charge })
    }
}

/// For those who only keep it, and need not know what it is.
impl From<MemoryGuard> for Arc<dyn Any + Send + Sync> {
    fn from(guard: MemoryGuard) -> Self {
        guard.charge
    }
}

impl std::fmt::Debug for MemoryGuard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryGuard").finish_non_exhaustive()
    }
}

/// What one call holds until it has its answer.
pub(super) struct Account {
    /// What its client sends.
    messages: Charge,
    /// The call itself, and what its request becomes when it is decoded; code may go on with that.
    work: Arc<Charge>,
    /// If it is one of the provider's calls.
    count: Option<CallCount>,
}

/// What one call holds once it has its answer, which keeps this until all of it is written to the
/// client.
pub(super) struct AnswerAccount {
    /// The answer, and the stream that it stays in.
    _charge: Charge,
    _count: Option<CallCount>,
}

/// One of the provider's calls that a connection has, for as long as this is there.
struct CallCount(Arc<AtomicUsize>);

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
    /// The account of a new call of the provider's service, which its connection counts.
    pub(super) fn open(
        budget: &Arc<Budget>,
        calls: &Arc<AtomicUsize>,
    ) -> Result<Arc<Self>, Status> {
        Self::with(budget, CALL, Some(calls))
    }

    /// The account of a call that is go-plugin's own.
    pub(super) fn open_stream(budget: &Arc<Budget>) -> Result<Arc<Self>, Status> {
        Self::with(budget, OPEN_STREAM, None)
    }

    fn with(
        budget: &Arc<Budget>,
        cost: usize,
        calls: Option<&Arc<AtomicUsize>>,
    ) -> Result<Arc<Self>, Status> {
        if !budget.take(cost) {
            return Err(budget.refused(cost));
        }
        Ok(Arc::new(Self {
            messages: Charge::new(budget, 0),
            work: Arc::new(Charge::new(budget, cost)),
            count: calls.map(CallCount::new),
        }))
    }

    /// Room for a message, if there is any now.
    pub(super) fn try_claim(&self, amount: usize) -> bool {
        self.messages.try_claim(amount)
    }

    /// Room for a message, once there is any.
    pub(super) async fn claim(self: Arc<Self>, amount: usize) -> Result<(), Status> {
        self.messages.claim(amount).await
    }

    /// Room for what the request becomes, once there is any.
    pub(super) async fn claim_decoded(&self, amount: usize) -> Result<(), Status> {
        self.work.claim(amount).await
    }

    /// So much less for messages.
    pub(super) fn give_back(&self, amount: usize) {
        self.messages.give_back(amount);
    }

    /// The account of its answer, which has so many bytes. They have their room in any case: no
    /// answer is lost without it, others wait.
    pub(super) fn answered(&self, amount: usize) -> AnswerAccount {
        let charge = Charge::new(&self.messages.budget, 0);
        charge.owe(amount.saturating_add(OPEN_STREAM));
        AnswerAccount {
            _charge: charge,
            _count: self.count.as_ref().map(|count| CallCount::new(&count.0)),
        }
    }

    /// What it draws on.
    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.messages.budget
    }

    /// What keeps the decoded request on the budget.
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
            Account::open(&budget, &calls()).unwrap(),
            Account::open(&budget, &calls()).unwrap(),
        );
        Arc::clone(&one).claim(CALL).await.unwrap();
        let waiting = tokio::spawn(Arc::clone(&two).claim(CALL / 2));
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        drop(one);
        waiting.await.unwrap().unwrap();
        let refused = Arc::clone(&two).claim(CALL * 4).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        drop(two);
        assert_eq!(*budget.held(), 0);
    }

    #[tokio::test]
    async fn there_are_only_so_many_calls() {
        let (budget, count) = (Budget::new(CALL * 2), calls());
        let open: Vec<_> = (0..2)
            .map(|_| Account::open(&budget, &count).unwrap())
            .collect();
        assert!(Account::open(&budget, &count).is_err());
        assert_eq!(count.load(Ordering::Relaxed), 2);
        assert!(Account::open_stream(&budget).is_err());
        // An answer has its room all the same, and its call is one as before.
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
        let call = Account::open(&budget, &count).unwrap();
        Arc::clone(&call).claim(CALL).await.unwrap();
        call.claim_decoded(CALL * 3).await.unwrap();
        let guard = call.guard();
        assert_eq!(*budget.held(), CALL * 5);
        drop(call);
        // The thread and the decoded request, but not the message; for its connection the call is
        // over.
        assert_eq!(*budget.held(), CALL * 4);
        assert_eq!(count.load(Ordering::Relaxed), 0);
        let next = Account::open(&budget, &count).unwrap();
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
            .map(|_| Account::open_stream(&budget).unwrap())
            .collect();
        assert!(Account::open_stream(&budget).is_err());
        drop(open);
        assert_eq!(*budget.held(), 0);
    }
}
