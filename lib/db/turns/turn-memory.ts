import "server-only";
/** The memory of a run, read by the statement that creates its turn, to save a round trip. */
import { type Expression, sql } from "kysely";
import { columnsOf, table } from "../typed-sql.ts";
import type { StoredState, TurnFile } from "./created-turn.ts";

const state = columnsOf("hidden_state");
const file = columnsOf("attachment");

/** The newest hidden state per agent that is not quarantined. */
export function newestStates(conversationId: Expression<unknown>) {
  return sql<Record<string, StoredState> | null>`(
    SELECT json_object_agg(newest.agent_id, json_build_object('version', newest.version, 'state', newest.state))
    FROM (
      SELECT DISTINCT ON (${state("agent_id")}) ${state("agent_id")}, ${state("version")}, ${state("state")}
      FROM ${table("hidden_state")}
      WHERE ${state("conversation_id")} = ${conversationId} AND ${state("quarantined_at")} IS NULL
      ORDER BY ${state("agent_id")}, ${state("version")} DESC
    ) AS newest)`;
}

/** The conversation's files, together with those that the same statement attaches. */
export function turnFiles(conversationId: Expression<unknown>, attaching: Expression<unknown>) {
  return sql<TurnFile[] | null>`(
    SELECT json_agg(json_build_object('id', ${file("id")}, 'name', ${file("name")},
      'mediaType', ${file("media_type")}, 'sizeBytes', ${file("size_bytes")},
      'current', ${file("id")} = ANY(${attaching})) ORDER BY ${file("created_at")}, ${file("id")})
    FROM ${table("attachment")}
    WHERE ${file("conversation_id")} = ${conversationId} OR ${file("id")} = ANY(${attaching}))`;
}
