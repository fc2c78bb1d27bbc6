/** A run becomes a case, once: a further reason joins the case that there is. */
import "server-only";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { ADJUDICATOR } from "../../contracts/inspector/review/decide-case.ts";
import type { DatabaseTransaction } from "../client.ts";
import { drawJudges, judgesOf } from "./free-seat.ts";

export type NewCase = {
  runId: string;
  conversationId: string;
  /** The greatest comes first. */
  urgency: number;
  severity: number;
  /** How many people are to judge it, at least. */
  asks: number;
  /** Whether a case that was judged is open again, for somebody who has not judged it. */
  reopens: boolean;
};

/** @returns what people call it */
export async function makeCase(transaction: DatabaseTransaction, made: NewCase): Promise<string> {
  const { runId, conversationId, urgency, severity, reopens } = made;
  const asks = Math.max(made.asks, judgesOf(severity));
  const { rows } = await sql<{ reference: string }>`
    INSERT INTO review_case AS known (run_id, conversation_id, reference, urgency, severity, asks)
    VALUES (${runId}::uuid, ${conversationId}::uuid, ${newReference()}, ${urgency}, ${severity}, ${Math.max(asks, drawJudges())})
    ON CONFLICT (run_id) DO UPDATE SET urgency = greatest(known.urgency, excluded.urgency),
      severity = greatest(known.severity, excluded.severity),
      asks = CASE WHEN known.state = 'open' THEN greatest(known.asks, ${asks})
        WHEN ${reopens} THEN ${ADJUDICATOR} ELSE known.asks END,
      state = CASE WHEN ${reopens} THEN 'open' ELSE known.state END
    RETURNING reference`.execute(transaction);
  return rows[0]?.reference ?? "";
}

/** Letters and digits without 0, 1, I, L, O and U, which are easily misread. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 49 bits, so that no two cases have the same. */
function newReference(): string {
  const letters = [...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}
