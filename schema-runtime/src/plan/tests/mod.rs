//! What is planned, behaviour by behaviour. Every plan also goes through core's own check.

mod behaviours;
mod collections;
mod computed_blocks;
mod hook;
mod large_sets;
mod replacement;
mod replacement_zeros;
mod sets;
