import "server-only";
/** The columns that hand a run its memory together with the turn: no second round trip before the model. */

/**
 * SQL for two columns: `states`, the newest hidden state per agent that is not quarantined, and `files`, the
 * conversation's attachments together with those being attached by the same statement.
 */
export const TURN_MEMORY_SQL = (conversationId: string, attachingIds: string) => `
  (SELECT json_object_agg(newest.agent_id, json_build_object('version', newest.version, 'state', newest.state))
   FROM (SELECT DISTINCT ON (agent_id) agent_id, version, state FROM hidden_state
         WHERE conversation_id = ${conversationId} AND set_aside_at IS NULL
         ORDER BY agent_id, version DESC) AS newest) AS states,
  (SELECT json_agg(json_build_object('id', id, 'name', name, 'mediaType', media_type, 'sizeBytes', size_bytes,
                                     'current', id = ANY(${attachingIds})) ORDER BY created_at, id)
   FROM attachment WHERE conversation_id = ${conversationId} OR id = ANY(${attachingIds})) AS files`;
