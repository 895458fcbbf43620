use super::*;
use std::time::Duration;

fn threads() -> Arc<Threads> {
    LazyThreads::default().get().expect("there are threads")
}

/// The result of a future, if it ended.
async fn driven<T: Send + 'static>(
    threads: &Arc<Threads>,
    future: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    let (send, receive) = oneshot::channel();
    let task = threads.start(Box::pin(async move {
        let _ = send.send(future.await);
    }));
    task.output.await.ok()?.unwrap();
    receive.await.ok()
}

/// Threads whose futures take their first steps on a thread that may be blocked, or not.
fn beginning(may_hold_up: bool) -> Arc<Threads> {
    let lazy = LazyThreads::default();
    lazy.begin_on(Box::new(move |work| {
        std::thread::spawn(move || work(may_hold_up));
    }));
    lazy.get().expect("there are threads")
}

fn all() -> [Arc<Threads>; 3] {
    [threads(), beginning(true), beginning(false)]
}

#[tokio::test]
async fn a_future_that_waits_for_timers_and_tasks_of_its_runtime() {
    for threads in all() {
        let output = driven(&threads, async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            tokio::task::yield_now().await;
            let spawned = tokio::spawn(async { 3 }).await.unwrap();
            let blocking = tokio::task::spawn_blocking(|| 4).await.unwrap();
            spawned + blocking
        });
        assert_eq!(output.await, Some(7));
    }
}

#[tokio::test]
async fn nothing_but_the_task_itself_keeps_the_runtime() {
    let task = threads().start(Box::pin(async {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }));
    assert_eq!(task.output.await.unwrap(), Ok(()));
}

#[tokio::test]
async fn a_runtime_within() {
    for threads in all() {
        let output = driven(&threads, async {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
            1
        });
        assert_eq!(output.await, Some(1));
    }
}

#[tokio::test]
async fn what_waits_goes_on_on_a_thread_of_its_own() {
    let threads = beginning(true);
    let here = || std::thread::current().id();
    let output = driven(&threads, async move {
        let first = here();
        tokio::task::yield_now().await;
        let second = here();
        tokio::task::yield_now().await;
        (first != second, here() == second)
    });
    assert_eq!(output.await, Some((true, true)));
}

#[tokio::test]
async fn what_is_abandoned_is_dropped_where_it_waits() {
    struct Dropped(Option<oneshot::Sender<()>>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.take().unwrap().send(()).unwrap();
        }
    }
    for threads in all() {
        let (dropped, hears) = oneshot::channel();
        let dropped = Dropped(Some(dropped));
        let mut task = threads.start(Box::pin(async move {
            let _dropped = dropped;
            std::future::pending::<()>().await;
        }));
        assert!(task.output.try_recv().is_err());
        task.control.abandon();
        hears.await.unwrap();
        task.output.await.unwrap_err();
    }
}

#[tokio::test]
async fn what_is_abandoned_before_it_begins_is_only_dropped() {
    let lazy = LazyThreads::default();
    let (send, queue) = std::sync::mpsc::channel();
    let send = Mutex::new(send);
    lazy.begin_on(Box::new(move |work| lock(&send).send(work).unwrap()));
    let task = lazy.get().unwrap().start(Box::pin(async {
        unreachable!("it is abandoned before");
    }));
    task.control.abandon();
    queue.recv().unwrap()(true);
    task.output.await.unwrap_err();
}

#[tokio::test]
async fn a_step_that_blocks_is_seen() {
    for threads in all() {
        let (end, wait) = std::sync::mpsc::channel::<()>();
        let task = threads.start(Box::pin(async move {
            wait.recv().unwrap_err();
        }));
        let mut seen = None;
        for _ in 0..2000 {
            seen = task.control.step();
            if seen.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(seen, Some(1));
        assert_eq!(task.control.step(), seen);
        drop(end);
        assert_eq!(task.output.await.unwrap(), Ok(()));
        assert_eq!(task.control.step(), None);
    }
}
