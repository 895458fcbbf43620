//! Properties of the checks over random schemas and values. (next)
