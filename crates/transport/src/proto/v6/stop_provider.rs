//! The user interrupted: end what is running.

messages! {
    /// The interruption.
    #[derive(Copy)]
    Request {}

    /// Whether the provider accepted it.
    Response {
        /// If not empty, it failed.
        [string, tag = "1"] error: String,
    }
}
