//! Snapshots: copies of images, made in the background.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::SystemTime;

use tempfile::NamedTempFile;

use super::error::{At, Error, Result};
use super::files::{Place, Sidecar, creation_time, now};
use super::model::{MIB, Snapshot, Status};
use super::{Store, partition_table, sparse};

/// A copy that is under way, shared with its thread.
#[derive(Debug, Default)]
pub(super) struct Job {
    cancel: AtomicBool,
    done: AtomicU64,
    total: u64,
    outcome: Mutex<Outcome>,
    ended: Condvar,
}

#[derive(Debug, Default)]
enum Outcome {
    #[default]
    Running,
    Done,
    Cancelled,
    Failed(String),
}

impl Job {
    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> bool {
        matches!(*self.outcome(), Outcome::Running)
    }

    fn end(&self, outcome: Outcome) {
        *self.outcome() = outcome;
        self.ended.notify_all();
    }

    fn wait(&self) {
        let mut outcome = self.outcome();
        while matches!(*outcome, Outcome::Running) {
            outcome = self
                .ended
                .wait(outcome)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What shows that a file was changed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileVersion {
    length: u64,
    modified: Option<SystemTime>,
}

impl FileVersion {
    fn of(file: &File) -> io::Result<FileVersion> {
        let found = file.metadata()?;
        Ok(FileVersion {
            length: found.len(),
            modified: found.modified().ok(),
        })
    }
}

/// Ends the job even if its thread panics, so that nobody waits for ever.
struct EndOnDrop(Arc<Job>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        if self.0.running() {
            self.0.end(Outcome::Failed(
                "the thread that copied has died: try again".to_owned(),
            ));
        }
    }
}

/// A copy that was started. Dropping it stops the copy, as when the operation that waits for it is
/// abandoned; [`keep`](Self::keep) lets it go on.
#[derive(Debug)]
#[must_use = "dropping it stops the copy"]
pub struct SnapshotCopy {
    name: String,
    job: Arc<Job>,
}

impl SnapshotCopy {
    /// The snapshot's name, which is also its id.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes done, and bytes in all.
    pub fn progress(&self) -> (u64, u64) {
        (self.job.done.load(Ordering::Relaxed), self.job.total)
    }

    /// Waits until the copy has ended, well or not; [`Store::snapshot_status`] says how.
    pub fn wait(self) {
        self.job.wait();
    }

    /// Lets the copy go on in the background and returns the snapshot's name.
    pub fn keep(mut self) -> String {
        // A job of its own, which nobody runs, takes the place of the one that `drop` would stop.
        self.job = Arc::default();
        std::mem::take(&mut self.name)
    }
}

impl Drop for SnapshotCopy {
    fn drop(&mut self) {
        self.job.cancel.store(true, Ordering::Relaxed);
    }
}

impl Store {
    /// Starts to copy an image in the background. The snapshot exists when the copy is complete
    /// and on disk; before that it has another name, and what a killed process leaves of it never
    /// counts.
    ///
    /// # Errors
    /// A bad name, [`Error::NoImage`], [`Error::SnapshotExists`], [`Error::SnapshotBusy`], I/O.
    pub fn start_snapshot(&self, image: &str, snapshot: &str) -> Result<SnapshotCopy> {
        let from = self.image_place(image)?;
        let to = self.snapshot_place(snapshot)?;
        let mut jobs = self.jobs();
        if jobs.get(snapshot).is_some_and(|job| job.running()) {
            return Err(Error::SnapshotBusy(snapshot.to_owned()));
        }
        if to.look()?.is_some() {
            return Err(Error::SnapshotExists(snapshot.to_owned()));
        }
        let Some(source) = from.open(false)? else {
            return Err(Error::NoImage(image.to_owned()));
        };
        to.sweep();
        // Here and not in the thread, which may start late: a reported snapshot has a file, and any
        // change from now on is noticed.
        let target = to.temporary()?;
        let stamp = FileVersion::of(&source).at("look at", &from.content())?;
        let job = Arc::new(Job {
            total: stamp.length,
            ..Job::default()
        });
        let (store, ending) = (self.clone(), EndOnDrop(Arc::clone(&job)));
        thread::Builder::new()
            .name(format!("snapshot {snapshot}"))
            .spawn(move || {
                let outcome = match store.copy((&source, &from, stamp), (target, &to), &ending.0) {
                    Ok(()) => Outcome::Done,
                    Err(Error::Cancelled) => Outcome::Cancelled,
                    Err(error) => Outcome::Failed(error.to_string()),
                };
                ending.0.end(outcome);
            })
            .at("start the copy of", &self.directory)?;
        jobs.insert(snapshot.to_owned(), Arc::clone(&job));
        Ok(SnapshotCopy {
            name: snapshot.to_owned(),
            job,
        })
    }

    /// The thread's work.
    fn copy(
        &self,
        (source, from, before): (&File, &Place, FileVersion),
        (target, to): (NamedTempFile, &Place),
        job: &Job,
    ) -> Result<()> {
        let path = from.content();
        let stopped = || job.cancel.load(Ordering::Relaxed);
        let complete = sparse::copy(
            source,
            target.as_file(),
            before.length,
            self.rate,
            &mut |done| {
                job.done.store(done, Ordering::Relaxed);
                if stopped() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        )
        .at("copy", &path)?;
        if !complete || stopped() {
            return Err(Error::Cancelled);
        }
        if FileVersion::of(source).at("look at", &path)? != before {
            return Err(Error::Changed(path));
        }
        let beside = from.read_sidecar()?.0;
        let sidecar = Sidecar {
            created_at: Some(now()),
            source: Some(from.name.clone()),
            sector_size: beside.sector_size,
            ..Sidecar::default()
        };
        match to.publish(target, &sidecar)? {
            true => Ok(()),
            false => Err(Error::SnapshotExists(to.name.clone())),
        }
    }

    /// How far a snapshot is. A copy that failed is reported until it is started again or deleted.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn snapshot_status(&self, name: &str) -> Result<Status> {
        let place = self.snapshot_place(name)?;
        let job = self.jobs().get(name).cloned();
        if let Some(job) = job {
            let (done, total) = (job.done.load(Ordering::Relaxed), job.total);
            match &*job.outcome() {
                Outcome::Running => return Ok(Status::Copying { done, total }),
                Outcome::Failed(why) => return Ok(Status::Failed(why.clone())),
                Outcome::Done | Outcome::Cancelled => {}
            }
        }
        Ok(self
            .read_snapshot(&place)?
            .map_or(Status::Missing, Status::Ready))
    }

    /// Stops a copy and waits until nothing of it is left. A finished snapshot stays.
    ///
    /// # Errors
    /// A bad name.
    pub fn cancel_snapshot(&self, name: &str) -> Result<()> {
        self.snapshot_place(name)?;
        let job = self.jobs().get(name).cloned();
        if let Some(job) = job {
            job.cancel.store(true, Ordering::Relaxed);
            job.wait();
        }
        Ok(())
    }

    /// Deletes a snapshot; a copy that is under way is stopped first. One that is not there is
    /// fine.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn delete_snapshot(&self, name: &str) -> Result<()> {
        let place = self.snapshot_place(name)?;
        self.cancel_snapshot(name)?;
        // A job that runs again by now is another's.
        let mut jobs = self.jobs();
        if jobs.get(name).is_some_and(|job| job.running()) {
            return Err(Error::SnapshotBusy(name.to_owned()));
        }
        place.remove()?;
        jobs.remove(name);
        Ok(())
    }

    fn read_snapshot(&self, place: &Place) -> Result<Option<Snapshot>> {
        let path = place.content();
        let Some(file) = place.open(false)? else {
            return Ok(None);
        };
        let found = file.metadata().at("look at", &path)?;
        let sidecar = place.read_sidecar()?.0;
        let table =
            partition_table::read(&file, found.len(), sidecar.sector()).at("read", &path)?;
        Ok(Some(Snapshot {
            name: place.name.clone(),
            size_mb: found.len() / MIB,
            sector_size: table.map_or(sidecar.sector(), |table| table.sector),
            created_at: sidecar.created_at.unwrap_or_else(|| creation_time(&found)),
            source: sidecar.source,
            sha256: place.sha256(&file)?,
            path,
        }))
    }

    /// A finished snapshot's file, its length and what is kept beside it.
    pub(super) fn open_snapshot(&self, name: &str) -> Result<(File, u64, Sidecar)> {
        let place = self.snapshot_place(name)?;
        let Some(file) = place.open(false)? else {
            return Err(Error::NoSnapshot(name.to_owned()));
        };
        let length = file.metadata().at("look at", &place.content())?.len();
        Ok((file, length, place.read_sidecar()?.0))
    }
}
