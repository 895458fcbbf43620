//! A call with one message each way in HTTP: gRPC frames, and the status after the answer.
//!
//! tonic does the same for any codec and any number of messages, at the price of a buffer for each
//! direction, of copies into and out of them, and of a box for each layer. Here a request that came
//! in one piece is read in place, and an answer is written once.

use crate::budget::{AnswerAccount, Charge, MAX_MESSAGE};
use crate::metered::Metered;
use bytes::{BufMut as _, Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Response};
use hyper::body::{Body, Frame, SizeHint};
use prost::Message;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use tonic::Status;

/// The compression flag, and four bytes of length.
pub(super) const HEADER: usize = 5;
const GRPC: HeaderValue = HeaderValue::from_static("application/grpc");

/// The message of a request.
///
/// # Errors
/// There is no message, or more than one, it is compressed or too large, there is no room for it,
/// or the client disconnected.
pub(super) async fn message<B>(head: &HeaderMap, mut body: Metered<B>) -> Result<Bytes, Status>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    not_compressed(head)?;
    // The bytes received so far: without a copy if they are one piece.
    let mut whole = Bytes::new();
    let mut pieces = BytesMut::new();
    // The length of the frame, once its header was received.
    let mut length = None;
    while !body.is_end_stream()
        && let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
    {
        let Ok(data) = frame.map_err(Status::from_error)?.into_data() else {
            break;
        };
        let came = whole.len() + pieces.len();
        if length.is_none() {
            length = frame_length(whole.iter().chain(&pieces).chain(&data))?;
        }
        // Before waiting for the rest.
        if length.is_some_and(|length| came + data.len() > length) {
            return Err(Status::internal(
                "a request is one message, and more followed it",
            ));
        }
        if came == 0 {
            whole = data;
            continue;
        }
        // Allocates the whole length once it is known, wherever the pieces begin: no more is on the
        // budget. Pieces of a header come first.
        let room = length.unwrap_or(HEADER);
        pieces.reserve(room - pieces.len());
        pieces.put_slice(&std::mem::take(&mut whole));
        pieces.put_slice(&data);
    }
    let mut whole = if pieces.is_empty() {
        whole
    } else {
        pieces.freeze()
    };
    match length {
        Some(length) if length == whole.len() => Ok(whole.split_off(HEADER)),
        None if whole.is_empty() => Err(Status::internal("the request has no message")),
        _ => Err(Status::internal("the request's message is cut off")),
    }
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

/// The length of a frame that begins like this, including its header; `None` if the header is
/// incomplete.
pub(super) fn frame_length<'a>(
    begin: impl Iterator<Item = &'a u8>,
) -> Result<Option<usize>, Status> {
    let mut header = [0; HEADER];
    let mut came = 0;
    for (place, byte) in header.iter_mut().zip(begin) {
        *place = *byte;
        came += 1;
    }
    if came < HEADER {
        return Ok(None);
    }
    let [flag, a, b, c, d] = header;
    if flag != 0 {
        let text = format!("a message with the flag {flag}: compressed ones are not understood");
        return Err(Status::internal(text));
    }
    let length = u32::from_be_bytes([a, b, c, d]) as usize;
    if length > MAX_MESSAGE {
        let text = format!("the message has {length} bytes, and {MAX_MESSAGE} are the most");
        return Err(Status::out_of_range(text));
    }
    Ok(Some(HEADER + length))
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
        Ok(Self {
            first: frame.into(),
            rest: Bytes::new(),
        })
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

    /// Its bytes, which are on the budget until they are written.
    pub(super) fn held_by(self, room: Charge) -> Bytes {
        Bytes::from_owner(OnBudget {
            bytes: self.bytes(),
            _room: room,
        })
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

/// The bytes of an answer on the budget. The HTTP writer holds them long after the body is dropped,
/// if the client does not read them, and drops them when they are written.
struct OnBudget<R> {
    bytes: Bytes,
    _room: R,
}

impl<R> AsRef<[u8]> for OnBudget<R> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
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
                Some(account) => Bytes::from_owner(OnBudget {
                    bytes: last,
                    _room: account,
                }),
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

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Account, Budget};
    use http_body_util::BodyExt as _;
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
        let account = Account::open(&Budget::new(MAX_MESSAGE), &Arc::default()).unwrap();
        let pieces = pieces.iter().map(|piece| Bytes::copy_from_slice(piece));
        let body = Metered::new(Pieces(pieces.collect()), account, false);
        let read = message(&HeaderMap::new(), body).await;
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
        let account = Account::open(&Budget::new(MAX_MESSAGE), &Arc::default()).unwrap();
        for (encoding, code) in [("gzip", Code::Unimplemented), ("identity", Code::Internal)] {
            head.insert("grpc-encoding", HeaderValue::from_static(encoding));
            let body = Metered::new(Pieces(VecDeque::new()), Arc::clone(&account), false);
            assert_eq!(message(&head, body).await.unwrap_err().code(), code);
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
            let call = Account::open(&budget, &Arc::default()).unwrap();
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
