//! A declared pattern as a value.

use std::ops::ControlFlow;

use gpm::{Answer, EngineError, Graph, Options, Planned, Query, VertexId};

/// A declared pattern.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) query: Query,
    pub(crate) plan: &'static str,
    pub(crate) count: fn(&Graph, &Options) -> Result<Answer, EngineError>,
    pub(crate) list: fn(&Graph, &mut Vec<Vec<VertexId>>) -> Result<Answer, EngineError>,
}

impl Row {
    /// The row of a type.
    pub(crate) fn new<P: Planned + Default, const SIZE: usize>(name: &'static str) -> Row {
        Row {
            name,
            query: P::query(),
            plan: P::PLAN,
            count: |graph, options| P::default().count_with(graph, options),
            list: |graph, listed| {
                P::default().for_each_with::<SIZE>(graph, &Options::default(), |found| {
                    listed.push(found.to_vec());
                    ControlFlow::Continue(())
                })
            },
        }
    }
}

/// Declares patterns and lists them: `kind { Name[vertices] #[meaning] (pattern); … }`.
macro_rules! declare {
    ($kind:ident { $($name:ident[$size:literal] $(#[$meaning:ident])* ($($pattern:tt)*);)* }) => {
        #[doc = stringify!($kind)]
        pub(crate) mod $kind {
            gpm::pattern! {
                $($(#[$meaning])* pub(crate) $name = $($pattern)*;)*
            }

            /// One row a pattern.
            pub(crate) fn rows() -> Vec<$crate::row::Row> {
                vec![$($crate::row::Row::new::<$name, $size>(stringify!($name))),*]
            }
        }
    };
}
pub(crate) use declare;
