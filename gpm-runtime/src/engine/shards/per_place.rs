//! Counts for each vertex or edge at all places of a pattern, in shards: a table for each place.

use gpm_plan::pattern::OrbitsOf;
use gpm_plan::query::Query;

use super::count::ShardTable;
use crate::control::Control;
use crate::engine::kept::{Engine, Session};
use crate::engine::tables::{PlaceRows, anchored, checked};
use crate::engine::terms::EngineError;

impl Engine {
    /// As [`Engine::count_per_place_in`], below the roots of the shard that a session is for; `None` if the run was stopped. There is a table for each
    /// place, with how often a count of it counts: [`ShardTable::merge`] adds those of all shards.
    ///
    /// # Errors
    /// As there.
    pub fn count_shard_per_place_in(
        &self,
        session: &mut Session<'_>,
        query: impl TryInto<Query, Error: Into<EngineError>>,
        (of, named): (OrbitsOf, &[usize]),
        control: &Control,
    ) -> Result<Option<Vec<(u128, ShardTable)>>, EngineError> {
        let query = checked(session.graph(), query, of)?;
        let rows = match PlaceRows::new(session.graph(), of, control) {
            Ok(rows) => rows,
            Err(_) => return Ok(None),
        };
        let mut tables = Vec::new();
        for place in query.places(of, named)? {
            let anchored = anchored(&query, &place)?;
            let Some((table, _)) = self.count_shard_per_anchor_in(session, anchored, control)? else { return Ok(None) };
            tables.push((place.times, table.with_rows(&rows, place.is_symmetric)?));
        }
        Ok(Some(tables))
    }
}
