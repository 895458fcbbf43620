// E0277: the word of Go's framework for what was opened; at `set_result`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(ephemeral = "disk_session")]
pub struct Session {
    #[field(computed, sensitive)]
    token: Secret,
}

fn open(data: &mut OpenData<Session>) {
    data.set_result(Session::TOKEN, "t");
}

fn main() {}
