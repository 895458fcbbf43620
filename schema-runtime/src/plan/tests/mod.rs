//! What is planned, behaviour by behaviour. Every plan is also shown to core's own check.

mod behaviours;
mod collections;
mod computed_blocks;
mod hook;
mod large_sets;
mod replacement;
mod replacement_zeros;
mod sets;
