//! Calls with corrupt bytes, of every kind.

use super::requests::{HEALTH_WATCH, SHUTDOWN, STDIO, Subject, is_plan};
use super::{Sample, Served};
use crate::Result;
use crate::call::Description;
use bytes::{BufMut as _, Bytes, BytesMut};
use schema_client::{Client, frame};
use schema_transport::Protocol;
use schema_transport::proto::v6;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The number of concurrent calls.
const IN_FLIGHT: usize = 32;

/// How long a call may take before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(120);

/// The result.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of calls, by path.
    pub calls: BTreeMap<String, u64>,
    /// The number of answers, by gRPC status.
    pub statuses: BTreeMap<u32, u64>,
    /// Answers that report a panic.
    pub panics: u64,
    /// How many processes ended properly when a call asked them to.
    pub ended: u64,
    /// At the beginning, and at the end.
    pub samples: (Sample, Sample),
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls: u64 = self.calls.values().sum();
        let time = self.time.as_secs();
        writeln!(
            f,
            "{calls} corrupt calls of {} kinds in {time} s",
            self.calls.len()
        )?;
        writeln!(f, "answers by gRPC status: {:?}", self.statuses)?;
        writeln!(f, "panics: {}", self.panics)?;
        writeln!(f, "processes that were ended as asked: {}", self.ended)?;
        writeln!(f, "before: {}\nafter:  {}", self.samples.0, self.samples.1)
    }
}

/// Numbers that look random, the same for the same seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Bytes with a meaning to a decoder.
const MARKS: &[u8] = &[
    0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc4, 0xc7, 0xca, 0xcb, 0xd4, 0xd9,
    0xdc, 0xdd, 0xde, 0xdf, 0xff, b'{', b'[', b'"', b'-', b'e', b',',
];

fn corrupt(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(16)).min(bytes.len());
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = MARKS[random.below(MARKS.len())],
            2 if at < bytes.len() => bytes[at] = random.next() as u8,
            3 => bytes.insert(at, MARKS[random.below(MARKS.len())]),
            4 => drop(bytes.drain(at..end)),
            5 => bytes.truncate(at),
            6 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            7 => {
                let from = random.below(other.len() + 1);
                let part = &other[from..(from + random.below(64)).min(other.len())];
                bytes.splice(at..end, part.iter().copied());
            }
            _ => bytes.extend((0..random.below(32)).map(|_| random.next() as u8)),
        }
    }
}

/// Corrupts a part nested this many messages deep, keeping lengths right; the whole message if
/// there is no such part.
fn corrupt_inside(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8], depth: usize) {
    let parts = parts(bytes);
    let Some(&(head, start, end)) = parts.get(random.below(parts.len())).filter(|_| depth > 0)
    else {
        return corrupt(random, bytes, other);
    };
    let mut part = bytes[start..end].to_vec();
    corrupt_inside(random, &mut part, other, depth - 1);
    let mut length = Vec::new();
    prost::encode_length_delimiter(part.len(), &mut length).unwrap_or_default();
    part.splice(0..0, length);
    bytes.splice(head..end, part);
}

/// The length-delimited parts of a message: the position of the length, and of their beginning and
/// end.
fn parts(bytes: &[u8]) -> Vec<(usize, usize, usize)> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Ok(tag) = prost::encoding::decode_varint(&mut rest) {
        let head = bytes.len() - rest.len();
        match tag & 7 {
            0 if prost::encoding::decode_varint(&mut rest).is_ok() => {}
            2 => {
                let Ok(length) = prost::encoding::decode_varint(&mut rest) else {
                    break;
                };
                let start = bytes.len() - rest.len();
                let Some(after) = rest.get(length as usize..) else {
                    break;
                };
                parts.push((head, start, start + length as usize));
                rest = after;
            }
            _ => break,
        }
    }
    parts
}

/// The message in its frame, which is itself sometimes corrupt.
fn framed(random: &mut Random, bytes: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(bytes.len() + 5);
    let odd = random.below(20) == 0;
    frame.put_u8(if odd { random.next() as u8 & 3 } else { 0 });
    let length = bytes.len() as u32;
    frame.put_u32(match odd {
        true => length.wrapping_add(random.below(9) as u32).wrapping_sub(4),
        false => length,
    });
    frame.extend_from_slice(bytes);
    frame.freeze()
}

/// Makes this many calls with corrupt bytes. After each thousand, the same process must answer a
/// valid plan. Calls that ask a process to end go to another one, which must end properly or
/// refuse.
///
/// # Errors
/// The process ended, a call was never answered, or a valid one was not served.
pub async fn run(
    program: &Path,
    protocol: Protocol,
    description: Description,
    count: u64,
    seed: u64,
    told: impl Fn(u64, Sample),
) -> Result<Report> {
    let mut served = Served::start(program, protocol).await?;
    let subject = Subject::ask(&served.client, protocol, description).await?;
    let configure = frame(&subject.configure()?)?;
    let configuring = subject.path("ConfigureProvider");
    served.client.raw(&configuring, configure.clone()).await?;
    let seeds = Arc::new(subject.every_call(&served.client).await?);
    let plan = frame(&subject.plan("fine")?)?;
    let mut random = Random(seed);
    let mut report = Report::default();
    let start = Instant::now();
    let mut calls: JoinSet<Result<(u32, bool)>> = JoinSet::new();
    let mut sacrifice = None;
    report.samples.0 = served.sample()?;
    for number in 0..count {
        if calls.len() >= IN_FLIGHT
            && let Some(ended) = calls.join_next().await
        {
            report.count(ended??);
        }
        let (_, other) = &seeds[random.below(seeds.len())];
        let Some((target, seed)) = seeds.get(random.below(seeds.len() + 1)) else {
            let mut bytes = other.clone();
            corrupt(&mut random, &mut bytes, &[]);
            bytes.truncate(random.below(64));
            let frame = framed(&mut random, &bytes);
            let process = match sacrifice.take() {
                Some(process) => process,
                None => Served::start(program, protocol).await?,
            };
            sacrifice = report.end(process, frame).await?;
            continue;
        };
        let mut bytes = seed.clone();
        // Mostly inside, so that the surrounding message is read.
        let depth = [0, 1, 2, 2][random.below(4)];
        corrupt_inside(&mut random, &mut bytes, other, depth);
        *report.calls.entry(target.clone()).or_default() += 1;
        let (client, target) = (served.client.clone(), target.clone());
        let frame = framed(&mut random, &bytes);
        calls.spawn(call(client, target, frame));
        if number % 1000 == 999 {
            while let Some(ended) = calls.join_next().await {
                report.count(ended??);
            }
            // Corrupt bytes that are still a configuration may configure it.
            let client = served.connect().await?;
            client.raw(&configuring, configure.clone()).await?;
            let planned = client
                .raw(&subject.path("PlanResourceChange"), plan.clone())
                .await?;
            is_plan(&planned)?;
            if let Some(status) = served.process.end(Duration::ZERO).await? {
                return Err(format!("the process ended: {status}").into());
            }
            served.client = client;
            told(number + 1, served.sample()?);
        }
    }
    while let Some(ended) = calls.join_next().await {
        report.count(ended??);
    }
    report.time = start.elapsed();
    report.samples.1 = served.sample()?;
    if let Some(status) = served.process.end(Duration::ZERO).await? {
        return Err(format!("the process ended: {status}").into());
    }
    let (client, path) = (&served.client, subject.path("GetMetadata"));
    let request = v6::get_metadata::Request {};
    client
        .call::<v6::get_metadata::Response>(&path, &request)
        .await?;
    Ok(report)
}

/// How long a process may take to end when asked: Terraform kills it after that.
const END: Duration = Duration::from_secs(2);

impl Report {
    fn count(&mut self, (status, panicked): (u32, bool)) {
        *self.statuses.entry(status).or_default() += 1;
        self.panics += u64::from(panicked);
    }

    /// Asks a process to end. Returns it if it refused.
    async fn end(&mut self, mut served: Served, frame: Bytes) -> Result<Option<Served>> {
        *self.calls.entry(SHUTDOWN.to_owned()).or_default() += 1;
        let answer = call(served.client.clone(), SHUTDOWN.to_owned(), frame).await?;
        self.count(answer);
        if answer.0 != 0 {
            let status = served.process.end(Duration::ZERO).await?;
            return match status {
                Some(status) => {
                    Err(format!("it refused to end, and ended all the same: {status}").into())
                }
                None => Ok(Some(served)),
            };
        }
        match served.process.end(END * 10).await? {
            Some(status) if status.success() => {
                self.ended += 1;
                Ok(None)
            }
            Some(status) => Err(format!("asked to end, it ended with {status}").into()),
            None => Err(format!("asked to end, it lives on after {:?}", END * 10).into()),
        }
    }
}

/// The status, and whether the answer reports a panic.
async fn call(client: Client, target: String, frame: Bytes) -> Result<(u32, bool)> {
    let stream = target == STDIO || target == HEALTH_WATCH;
    let answer = async {
        if stream {
            // A valid stream stays open for as long as the server lives.
            client.open(&target, frame).await.map(|_| Bytes::new())
        } else {
            client.raw(&target, frame).await
        }
    };
    let answer = tokio::time::timeout(PATIENCE, answer).await;
    let answer = answer.map_err(|_| format!("{target} is not answered"))?;
    Ok(match answer {
        Ok(bytes) => (0, tells_of_a_panic(&bytes)),
        Err(failure) => {
            let status = failure.status();
            let status = status.ok_or_else(|| format!("{target}: {failure}"))?;
            (status, tells_of_a_panic(failure.to_string().as_bytes()))
        }
    })
}

fn tells_of_a_panic(bytes: &[u8]) -> bool {
    bytes.windows(8).any(|window| window == b"panicked")
}
