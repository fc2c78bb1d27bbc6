/** The answer of a run as far as its log has it. A statement reads the pieces, and `foldAnswer` joins them. */
import "server-only";
import { type Expression, sql } from "kysely";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { columnsOf, table } from "../typed-sql.ts";

type AnswerPiece = Extract<LogEventBody, { type: "answer.delta" | "answer.restarted" }>;

const piece = columnsOf("log_event", "piece");

/** @returns the pieces in their order, without erased ones; null where there is none, or where they are not needed */
export function answerPieces(runId: Expression<string>, isNeeded: Expression<unknown>) {
  return sql<AnswerPiece[] | null>`CASE WHEN ${isNeeded} THEN (
    SELECT json_agg(${piece("payload")} || jsonb_build_object('type', ${piece("type")}) ORDER BY ${piece("seq")})
    FROM ${table("log_event")} AS piece
    WHERE ${piece("run_id")} = ${runId} AND ${piece("type")} IN ('answer.delta', 'answer.restarted')
      AND ${piece("payload")} IS NOT NULL) END`;
}
