//! SHA-256 of whole files, remembered while they do not change.

use std::fmt::Write as _;
use std::fs::{self, File, Metadata};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use super::sparse::{Extent, walk};

/// How long a file must be unchanged before its digest is remembered: a file system may stamp two
/// writes with the same time, and one after the digest would go unnoticed.
const REST: Duration = Duration::from_secs(2);

/// The digest of a file in hex. A hole of a gigabyte is still a gigabyte of zeros to hash, so the
/// result is kept in `cache` with what identifies the file's content: device, inode, length and
/// both times. The cache is only an optimisation: it is not an error if it cannot be read or
/// written.
pub(super) fn of(file: &File, cache: &Path) -> io::Result<String> {
    let before = file.metadata()?;
    let identity = identity(&before);
    if let Some(identity) = &identity
        && let Some(known) = remembered(cache, identity)
    {
        return Ok(known);
    }
    let finished = finished(&before);
    let digest = hash(file, before.len(), &mut |_, _| ControlFlow::Continue(()))?;
    let digest = digest.unwrap_or_default();
    if let Some(identity) = identity
        && finished
        && file
            .metadata()
            .ok()
            .as_ref()
            .and_then(self::identity)
            .as_ref()
            == Some(&identity)
    {
        remember(cache, &identity, &digest);
    }
    Ok(digest)
}

/// The digest of a file's present content, ignoring the cache. `watch` receives how many bytes are
/// done, and of how many, and may stop it.
pub(super) fn watched(file: &File, watch: Watch<'_>) -> io::Result<Option<String>> {
    hash(file, file.metadata()?.len(), watch)
}

/// Receives how many bytes are done, and of how many; returns whether to continue.
pub(super) type Watch<'w> = &'w mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// `None` if `watch` stopped it.
fn hash(file: &File, length: u64, watch: Watch<'_>) -> io::Result<Option<String>> {
    static ZEROS: [u8; 64 << 10] = [0; 64 << 10];
    /// How much of a hole is hashed at a time.
    const STEP: u64 = 16 << 20;
    let mut hasher = Sha256::new();
    let (mut done, mut ended) = (0, false);
    walk(file, length, |piece| {
        match piece {
            Extent::Data(_, bytes) => {
                hasher.update(bytes);
                done += bytes.len() as u64;
            }
            Extent::Hole(mut size) => {
                while size > 0 {
                    let part = usize::try_from(size)
                        .unwrap_or(ZEROS.len())
                        .min(ZEROS.len());
                    hasher.update(&ZEROS[..part]);
                    size -= part as u64;
                    done += part as u64;
                    if done % STEP == 0 && watch(done, length).is_break() {
                        ended = true;
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        let next = watch(done, length);
        ended = next.is_break();
        Ok(next)
    })?;
    if ended {
        return Ok(None);
    }
    let digest = hasher.finalize();
    Ok(Some(digest.iter().fold(
        String::with_capacity(64),
        |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        },
    )))
}

fn finished(file: &Metadata) -> bool {
    let now = SystemTime::now();
    [file.modified().ok(), changed(file)]
        .into_iter()
        .all(|time| time.is_some_and(|time| now.duration_since(time).is_ok_and(|d| d > REST)))
}

/// When anything about the file changed last, rounded up to a second.
#[cfg(unix)]
fn changed(file: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(file.ctime()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds.saturating_add(1)))
}

#[cfg(unix)]
fn identity(file: &Metadata) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    Some(format!(
        "{}:{} {} {}.{:09} {}.{:09}",
        file.dev(),
        file.ino(),
        file.len(),
        file.mtime(),
        file.mtime_nsec(),
        file.ctime(),
        file.ctime_nsec()
    ))
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<SystemTime> {
    None
}

/// Nothing there identifies a file's content well enough.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<String> {
    None
}

fn remembered(cache: &Path, identity: &str) -> Option<String> {
    let text = fs::read_to_string(cache).ok()?;
    let (known, digest) = text.trim_end().split_once('\n')?;
    let sound = digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit());
    (known == identity && sound).then(|| digest.to_owned())
}

fn remember(cache: &Path, identity: &str, digest: &str) {
    let Some(directory) = cache.parent() else {
        return;
    };
    let text = format!("{identity}\n{digest}\n");
    if let Ok(file) = tempfile::NamedTempFile::new_in(directory)
        && fs::write(file.path(), text).is_ok()
    {
        // Best effort: without it the next read hashes again.
        let _ = file.persist(cache);
    }
}
