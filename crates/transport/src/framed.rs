//! A call with one message each way in HTTP: gRPC frames, and the status after the answer.
//!
//! tonic does the same for any codec and any number of messages, at the price of a buffer for each
//! direction, of copies into and out of them, and of a box for each layer. Here a request that came
//! in one piece is read in place, and an answer is written once.

use crate::budget::{Account, AnswerAccount, MAX_MESSAGE, on_budget};
use bytes::{BufMut as _, Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Response};
use http_body_util::BodyExt as _;
use hyper::body::{Body, Frame};
use prost::Message;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::timeout;
use tonic::Status;

/// The compression flag, and four bytes of length.
pub(super) const HEADER: usize = 5;
const GRPC: HeaderValue = HeaderValue::from_static("application/grpc");

/// How long a client may take to send a request.
const REQUEST_TIME: Duration = Duration::from_secs(60);

/// The message of a request.
///
/// # Errors
/// There is no message, or more than one, it is compressed or too large, there is no room for it,
/// it comes too late, or the client disconnected.
pub(super) async fn message<B>(
    head: &HeaderMap,
    body: B,
    account: &Account,
) -> Result<Bytes, Status>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut messages = Messages::new(head, body)?;
    let read = async {
        let cut_off = "the request's message is cut off";
        let Some(length) = messages.length(cut_off).await? else {
            return Err(Status::internal("the request has no message"));
        };
        // The message gets its room before the rest of it is received.
        account.claim(length).await?;
        let message = messages.message(length, cut_off).await?;
        if messages.receive().await? {
            let text = "a request is one message, and more followed it";
            return Err(Status::internal(text));
        }
        Ok(message)
    };
    // Most requests never set the timer: they are complete at the first poll.
    timeout(REQUEST_TIME, read).await.unwrap_or_else(|_| {
        Err(Status::deadline_exceeded(format!(
            "the request did not come to its end within {REQUEST_TIME:?}"
        )))
    })
}

/// # Errors
/// The request's messages are compressed.
pub(super) fn not_compressed(head: &HeaderMap) -> Result<(), Status> {
    match head.get("grpc-encoding") {
        Some(encoding) if encoding != "identity" => Err(Status::unimplemented(
            "compressed messages are not understood",
        )),
        _ => Ok(()),
    }
}

/// The messages of a request, read one by one.
pub(super) struct Messages<B> {
    body: B,
    /// Data received after what was read.
    rest: Bytes,
}

impl<B> Messages<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// # Errors
    /// The messages are compressed.
    pub(super) fn new(head: &HeaderMap, body: B) -> Result<Self, Status> {
        not_compressed(head)?;
        let rest = Bytes::new();
        Ok(Self { body, rest })
    }

    /// The length of the next message; `None` at the end.
    pub(super) async fn length(&mut self, cut_off: &str) -> Result<Option<usize>, Status> {
        let header = self.take(HEADER).await?;
        let Ok([flag, a, b, c, d]) = <[u8; HEADER]>::try_from(&*header) else {
            return match header.is_empty() {
                true => Ok(None),
                false => Err(Status::internal(cut_off)),
            };
        };
        if flag != 0 {
            let text =
                format!("a message with the flag {flag}: compressed ones are not understood");
            return Err(Status::internal(text));
        }
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if length > MAX_MESSAGE {
            let text = format!("the message has {length} bytes, and {MAX_MESSAGE} are the most");
            return Err(Status::out_of_range(text));
        }
        Ok(Some(length))
    }

    /// The message of this length.
    pub(super) async fn message(&mut self, length: usize, cut_off: &str) -> Result<Bytes, Status> {
        let message = self.take(length).await?;
        match message.len() == length {
            true => Ok(message),
            false => Err(Status::internal(cut_off)),
        }
    }

    /// This many bytes, or fewer at the end; without a copy if they came in one piece.
    async fn take(&mut self, length: usize) -> Result<Bytes, Status> {
        if length > 0 {
            self.receive().await?;
        }
        if self.rest.len() >= length {
            return Ok(self.rest.split_to(length));
        }
        // No more than that is on the budget.
        let mut pieces = BytesMut::with_capacity(length);
        while pieces.len() < length && self.receive().await? {
            let part = self.rest.len().min(length - pieces.len());
            pieces.put_slice(&self.rest.split_to(part));
        }
        Ok(pieces.freeze())
    }

    /// Receives data if there are none; false at the end.
    async fn receive(&mut self) -> Result<bool, Status> {
        while self.rest.is_empty() && !self.body.is_end_stream() {
            let frame = self.body.frame().await;
            let Some(frame) = frame else { break };
            let frame = frame.map_err(|error| Status::from_error(error.into()))?;
            let Ok(data) = frame.into_data() else { break };
            self.rest = data;
        }
        Ok(!self.rest.is_empty())
    }
}

/// An answer's frame.
pub(super) struct AnswerFrame {
    /// The header and, if the message was written with it, the whole frame.
    first: Bytes,
    /// The message if it was encoded already.
    rest: Bytes,
}

impl AnswerFrame {
    /// Makes the frame of a message whose encoded length is known.
    ///
    /// # Errors
    /// The message is too large.
    pub(super) fn of(message: &impl Message) -> Result<Self, Status> {
        let length = message.encoded_len();
        let header = header(length)?;
        let mut frame = Vec::with_capacity(HEADER + length);
        frame.put_slice(&header);
        let encoded = message.encode(&mut frame);
        encoded.map_err(|error| Status::internal(error.to_string()))?;
        Ok(Self::whole(frame.into()))
    }

    /// Makes the frame of an encoded message.
    ///
    /// # Errors
    /// The message is too large.
    pub(super) fn encoded(message: Bytes) -> Result<Self, Status> {
        Ok(Self {
            first: Bytes::copy_from_slice(&header(message.len())?),
            rest: message,
        })
    }

    /// The same in one piece.
    pub(super) fn copied(message: &[u8]) -> Result<Self, Status> {
        Ok(Self::whole(
            [&header(message.len())?, message].concat().into(),
        ))
    }

    /// Makes a frame from bytes that start with the header.
    pub(super) fn whole(frame: Bytes) -> Self {
        Self {
            first: frame,
            rest: Bytes::new(),
        }
    }

    /// The bytes of a message that was written with its header.
    pub(super) fn bytes(self) -> Bytes {
        self.first
    }

    /// The memory that it uses.
    pub(super) fn size(&self) -> usize {
        self.first.len() + self.rest.len()
    }
}

fn header(length: usize) -> Result<[u8; HEADER], Status> {
    if length > MAX_MESSAGE {
        let text = format!("the answer has {length} bytes, and {MAX_MESSAGE} are the most");
        return Err(Status::out_of_range(text));
    }
    let [a, b, c, d] = u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    Ok([0, a, b, c, d])
}

/// The body of an answer: its frame, and the status of success. A failed call has an empty body.
pub(super) struct Framed {
    frame: Option<AnswerFrame>,
    ended: bool,
    /// The call's memory until the client has its answer: it is released with the last bytes.
    account: Option<AnswerAccount>,
}

impl Framed {
    /// A successful call, or its error status, which is then in the header.
    pub(super) fn response(
        answer: Result<AnswerFrame, Status>,
        account: Option<AnswerAccount>,
    ) -> Response<Self> {
        let (frame, failure) = match answer {
            Ok(frame) => (Some(frame), None),
            Err(status) => (None, Some(status)),
        };
        let mut response = Response::new(Self {
            ended: frame.is_none(),
            frame,
            account,
        });
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, GRPC);
        if failure.is_some() {
            put_status(headers, failure);
        }
        response
    }
}

/// How a call ended.
pub(super) fn put_status(headers: &mut HeaderMap, failure: Option<Status>) {
    let Some(status) = failure else {
        headers.insert("grpc-status", const { HeaderValue::from_static("0") });
        return;
    };
    if status.add_header(headers).is_err() {
        // A header cannot hold its message, only its code.
        headers.insert("grpc-status", HeaderValue::from(i32::from(status.code())));
    }
}

impl Body for Framed {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if let Some(mut frame) = self.frame.take() {
            let first = std::mem::take(&mut frame.first);
            if !first.is_empty() && !frame.rest.is_empty() {
                self.frame = Some(frame);
                return Poll::Ready(Some(Ok(Frame::data(first))));
            }
            let last = if first.is_empty() { frame.rest } else { first };
            let last = match self.account.take() {
                // The HTTP writer holds them long after the body is dropped, if the client does not
                // read them, and drops them when they are written.
                Some(account) => on_budget(last, account),
                None => last,
            };
            return Poll::Ready(Some(Ok(Frame::data(last))));
        }
        if std::mem::replace(&mut self.ended, true) {
            return Poll::Ready(None);
        }
        let mut trailers = HeaderMap::with_capacity(1);
        put_status(&mut trailers, None);
        Poll::Ready(Some(Ok(Frame::trailers(trailers))))
    }

    fn is_end_stream(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Account, Budget};
    use std::collections::VecDeque;
    use std::sync::Arc;
    use tonic::Code;

    /// A body made of these pieces.
    struct Pieces(VecDeque<Bytes>);

    impl Body for Pieces {
        type Data = Bytes;
        type Error = Status;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
            Poll::Ready(self.0.pop_front().map(|piece| Ok(Frame::data(piece))))
        }
    }

    async fn read(pieces: &[&[u8]]) -> Result<Bytes, Code> {
        let account = Account::open(&Budget::new(MAX_MESSAGE), Some(&Arc::default())).unwrap();
        let pieces = pieces.iter().map(|piece| Bytes::copy_from_slice(piece));
        let read = message(&HeaderMap::new(), Pieces(pieces.collect()), &account).await;
        read.map_err(|status| status.code())
    }

    #[tokio::test]
    async fn a_message_in_any_number_of_pieces() {
        let frame = b"\0\0\0\0\x05hello";
        assert_eq!(read(&[frame]).await.unwrap(), "hello");
        for at in 0..=frame.len() {
            let (a, b) = frame.split_at(at);
            assert_eq!(read(&[a, b]).await.unwrap(), "hello", "{at}");
            assert_eq!(read(&[a, b"", b]).await.unwrap(), "hello", "{at}");
        }
        let bytes: Vec<&[u8]> = frame.chunks(1).collect();
        assert_eq!(read(&bytes).await.unwrap(), "hello");
        assert_eq!(read(&[b"\0\0\0\0\0"]).await.unwrap(), "");
    }

    #[tokio::test]
    async fn a_message_takes_no_more_than_it_announced() {
        let length = (1_usize << 20) + 1000;
        let mut frame = vec![0];
        frame.extend(u32::try_from(length).unwrap().to_be_bytes());
        frame.resize(HEADER + length, b'x');
        for at in 1..HEADER + 2 {
            let (a, b) = frame.split_at(at);
            for first in [vec![a], a.chunks(1).collect()] {
                let pieces = first.into_iter().chain(b.chunks(16 << 10));
                let message = read(&pieces.collect::<Vec<_>>()).await.unwrap();
                assert_eq!(message.len(), length);
                let capacity = message.try_into_mut().unwrap().capacity();
                assert_eq!(capacity, length, "{at}");
            }
        }
    }

    #[tokio::test]
    async fn what_is_no_message() {
        let bad: [(&[&[u8]], Code); 8] = [
            (&[], Code::Internal),
            (&[b"\0\0"], Code::Internal),
            (&[b"\0\0\0\0\x05ab"], Code::Internal),
            (&[b"\0\0\0\0\x01ab"], Code::Internal),
            (&[b"\0\0\0\0\x01a", b"\0\0\0\0\0"], Code::Internal),
            (&[b"\x01\0\0\0\0"], Code::Internal),
            (&[b"\x07\0", b"\0\0\0"], Code::Internal),
            (&[b"\0\x20\0\0\0"], Code::OutOfRange),
        ];
        for (pieces, code) in bad {
            assert_eq!(read(pieces).await, Err(code), "{pieces:?}");
        }
        let mut head = HeaderMap::new();
        let account = Account::open(&Budget::new(MAX_MESSAGE), Some(&Arc::default())).unwrap();
        for (encoding, code) in [("gzip", Code::Unimplemented), ("identity", Code::Internal)] {
            head.insert("grpc-encoding", HeaderValue::from_static(encoding));
            let read = message(&head, Pieces(VecDeque::new()), &account).await;
            assert_eq!(read.unwrap_err().code(), code);
        }
    }

    #[tokio::test]
    async fn an_answer_in_one_piece_or_with_what_was_there() {
        let text = "hello".to_owned();
        for frame in [
            AnswerFrame::of(&text).unwrap(),
            AnswerFrame::encoded(text.encode_to_vec().into()).unwrap(),
            AnswerFrame::whole(Bytes::from_static(b"\0\0\0\0\x07\x0a\x05hello")),
        ] {
            let size = frame.size();
            let response = Framed::response(Ok(frame), None);
            assert!(!response.headers().contains_key("grpc-status"));
            let body = response.into_body().collect().await.unwrap();
            assert_eq!(body.trailers().unwrap()["grpc-status"], "0");
            let bytes = body.to_bytes();
            assert_eq!(bytes, b"\0\0\0\0\x07\x0a\x05hello".as_slice());
            assert_eq!(bytes.len(), size);
        }
        // Its bytes stay on the budget after the body is dropped, until they are written.
        let budget = Budget::new(MAX_MESSAGE);
        for frame in [
            AnswerFrame::of(&text).unwrap(),
            AnswerFrame::encoded(text.encode_to_vec().into()).unwrap(),
            AnswerFrame::encoded(Bytes::new()).unwrap(),
        ] {
            let call = Account::open(&budget, Some(&Arc::default())).unwrap();
            let account = call.answered(frame.size());
            drop(call);
            let mut body = Framed::response(Ok(frame), Some(account)).into_body();
            let mut last = Bytes::new();
            while let Ok(data) = body.frame().await.unwrap().unwrap().into_data() {
                last = data;
            }
            drop(body);
            assert!(budget.is_used());
            drop(last.split_to(1));
            drop(last);
            assert!(!budget.is_used());
        }
        let failed = Framed::response(Err(Status::not_found("no such thing")), None);
        assert_eq!(failed.headers()["grpc-status"], "5");
        assert!(failed.body().is_end_stream());
    }
}
