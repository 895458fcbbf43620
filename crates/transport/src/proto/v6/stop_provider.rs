//! The user interrupted: end what is running.

messages! {
    /// The interruption.
    #[derive(Copy)]
    Request {}

    /// Whether it was taken.
    Response {
        /// Not empty: it failed.
        [string, tag = "1"] error: String,
    }
}
