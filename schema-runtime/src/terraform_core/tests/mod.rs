//! Properties of core's functions, for random schemas and values.

mod blend;
mod faults_of_other_vectors;
mod join_properties;
mod oracle;
mod properties;
