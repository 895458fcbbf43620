//! The bodies of requests and answers, counted on the budget.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Sleep, sleep};
use tonic::Status;

use crate::budget::{Account, MAX_MESSAGE};

/// How long a client may take to send a request.
const REQUEST_TIME: Duration = Duration::from_secs(60);

type Claim = Pin<Box<dyn Future<Output = Result<(), Status>> + Send>>;

/// A request's body: each message gets its room before it is received.
pub(super) struct Metered<B> {
    body: B,
    account: Arc<Account>,
    /// The start of a message's header: a flag and four bytes of length.
    header: [u8; HEADER],
    /// How many of its bytes were received.
    begun: usize,
    /// The rest of the message to receive, and its amount on the account.
    left: usize,
    claimed: usize,
    /// Received data that are not passed on yet, and how far they were examined.
    frame: Option<(Bytes, usize)>,
    claim: Option<Claim>,
    /// The start of waiting for the client, and its time limit; a stream has none.
    waiting: Option<Pin<Box<Sleep>>>,
    stream: bool,
}

impl<B> Metered<B> {
    pub(super) fn new(body: B, account: Arc<Account>, stream: bool) -> Self {
        Self {
            body,
            account,
            header: [0; HEADER],
            begun: 0,
            left: 0,
            claimed: 0,
            frame: None,
            claim: None,
            waiting: None,
            stream,
        }
    }

    /// Examines the received data, up to the next message that needs room or to the end.
    fn look(&mut self) -> Option<Bytes> {
        let (bytes, mut at) = self.frame.take()?;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            if self.left > 0 {
                let within = self.left.min(rest.len());
                (self.left, at) = (self.left - within, at + within);
                continue;
            }
            for (place, byte) in self.header.iter_mut().skip(self.begun).zip(rest) {
                *place = *byte;
                self.begun += 1;
                at += 1;
            }
            if self.begun == HEADER {
                let [_, a, b, c, d] = self.header;
                self.begun = 0;
                self.left = u32::from_be_bytes([a, b, c, d]) as usize;
                // In a stream, each message replaces the one before.
                if self.claimed > 0 {
                    self.account.give_back(std::mem::take(&mut self.claimed));
                }
                // A message above the maximum size is rejected later, with that error.
                if self.left <= MAX_MESSAGE {
                    self.claimed = self.left;
                    // Most get their room at once.
                    if self.account.try_claim(self.left) {
                        continue;
                    }
                    self.claim = Some(Box::pin(Arc::clone(&self.account).claim(self.left)));
                    self.frame = Some((bytes, at));
                    return None;
                }
            }
        }
        Some(bytes)
    }
}

/// The length of a message's header.
const HEADER: usize = 5;

impl<B> Body for Metered<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Some(waiting) = &mut this.waiting
            && waiting.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Some(Err(too_late().into())));
        }
        let polled = this.poll_within(context);
        // Most requests never check the time: they are complete at the first poll.
        if polled.is_pending() && !this.stream && this.waiting.is_none() {
            let waiting = this.waiting.insert(Box::pin(sleep(REQUEST_TIME)));
            if waiting.as_mut().poll(context).is_ready() {
                return Poll::Ready(Some(Err(too_late().into())));
            }
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.frame.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

fn too_late() -> Status {
    Status::deadline_exceeded(format!(
        "the request did not come to its end within {REQUEST_TIME:?}"
    ))
}

type Polled = Poll<Option<Result<Frame<Bytes>, Box<dyn std::error::Error + Send + Sync>>>>;

impl<B> Metered<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// The next part, whenever it arrives.
    fn poll_within(&mut self, context: &mut Context<'_>) -> Polled {
        let this = self;
        loop {
            if let Some(claim) = &mut this.claim {
                let claimed = std::task::ready!(claim.as_mut().poll(context));
                this.claim = None;
                if let Err(status) = claimed {
                    this.claimed = 0;
                    return Poll::Ready(Some(Err(status.into())));
                }
            }
            if this.frame.is_some() {
                match this.look() {
                    Some(bytes) => return Poll::Ready(Some(Ok(Frame::data(bytes)))),
                    None => continue,
                }
            }
            let frame = match std::task::ready!(Pin::new(&mut this.body).poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
                Some(Ok(frame)) => frame,
            };
            match frame.into_data() {
                Ok(bytes) => this.frame = Some((bytes, 0)),
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
    }
}

/// An answer's body, with its call's account.
pub(super) struct Charged<B> {
    body: B,
    _account: Arc<Account>,
}

impl<B> Charged<B> {
    pub(super) fn new(body: B, account: Arc<Account>) -> Self {
        Self {
            body,
            _account: account,
        }
    }
}

impl<B: Body + Unpin> Body for Charged<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
