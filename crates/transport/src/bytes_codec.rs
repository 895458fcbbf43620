//! gRPC framing for go-plugin's calls that stay open: tonic does it, but on bytes, so one instance
//! of its code serves all of them.

use crate::budget::MAX_MESSAGE;
use bytes::{Buf as _, Bytes};
use prost::Message;
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// A message of a stream that is not encoded yet.
pub(super) trait Reply: Send + Sync {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError>;
}

impl<M: Message> Reply for M {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError> {
        buffer.reserve(self.encoded_len());
        Message::encode(self, buffer)
    }
}

/// Requests as bytes in, answers out.
#[derive(Clone, Copy)]
pub(super) struct BytesCodec;

impl Codec for BytesCodec {
    type Encode = Box<dyn Reply>;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for BytesCodec {
    type Item = Box<dyn Reply>;
    type Error = Status;

    fn encode(&mut self, item: Box<dyn Reply>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.encode(buffer)
            .map_err(|error| Status::internal(error.to_string()))
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// gRPC framing with our limits.
pub(super) fn grpc() -> tonic::server::Grpc<BytesCodec> {
    tonic::server::Grpc::new(BytesCodec)
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE)
}
