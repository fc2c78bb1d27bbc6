/** Inserts a tool history of 20 KB and a context state with 1,000 deltas. */
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { applyDelta } from "../../lib/context-state/apply-delta.ts";
import type { ContextSchema } from "../../lib/context-state/context-schema.ts";
import { encodeStoredState } from "../../lib/hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../lib/hidden-state/pack-general-state.ts";
import type { LargeRun } from "./seed-large-run.ts";

const Intake = z.strictObject({
  intake_summary: z.string(),
  known_constraints: z.array(z.string()),
  open_gaps: z.array(z.string()),
  questions_asked: z.array(z.string()),
  answers: z.record(z.string(), z.string()),
  ready_to_proceed: z.boolean(),
});

/** `concierge@1` without its size limits. The agent's own declaration is server-only and cannot be imported here. */
const INTAKE: ContextSchema<z.infer<typeof Intake>> = {
  name: "concierge@1",
  state: Intake,
  delta: Intake.partial(),
  rules: {
    intake_summary: "replace",
    known_constraints: "append",
    open_gaps: "append",
    questions_asked: "append",
    answers: "merge",
    ready_to_proceed: "replace",
  },
  empty: {
    intake_summary: "",
    known_constraints: [],
    open_gaps: [],
    questions_asked: [],
    answers: {},
    ready_to_proceed: false,
  },
};

const HISTORY_BYTES = 20_000;
const EXCHANGES = 40;
export const DELTAS = 1_000;

export async function seedMemory(client: Client, run: LargeRun): Promise<void> {
  await saveHistory(client, run);
  await saveDeltas(client, run);
}

async function saveHistory(client: Client, { conversationId, runId }: LargeRun): Promise<void> {
  const result = "r".repeat(HISTORY_BYTES / EXCHANGES - 180);
  const state = packGeneralState(
    Array.from({ length: EXCHANGES }, (_, n) => ({
      runId,
      messages: [
        { role: "user" as const, content: `Question ${n}` },
        {
          role: "assistant" as const,
          content: null,
          tool_calls: [
            { id: `c${n}`, type: "function" as const, function: { name: "look", arguments: "{}" } },
          ],
        },
        { role: "tool" as const, tool_call_id: `c${n}`, content: result },
        { role: "assistant" as const, content: `Answer ${n}` },
      ],
    })),
  );
  const stored = JSON.stringify(encodeStoredState(state));
  await client.query(
    `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, message_id, state, bytes)
     VALUES ($1, $2, 'general', 1, $3, (SELECT answer_message_id FROM run WHERE id = $3), $4, $5)`,
    [randomUUID(), conversationId, runId, stored, Buffer.byteLength(stored)],
  );
}

async function saveDeltas(client: Client, { conversationId, runId }: LargeRun): Promise<void> {
  let state = INTAKE.empty;
  const rows = Array.from({ length: DELTAS }, (_, n) => {
    const delta = {
      intake_summary: `Summary ${n}`,
      answers: { [`key_${n % 50}`]: `value ${n} ${"v".repeat(80)}` },
    };
    const applied = applyDelta(state, delta, { turnText: "", schema: INTAKE });
    if (!applied.ok) throw new Error(applied.detail);
    state = applied.state;
    const { patch, beforeSha256, afterSha256 } = applied;
    const digests = { before_sha256: beforeSha256, after_sha256: afterSha256 };
    return { id: randomUUID(), ordinal: n + 1, hop_ref: `h${n}`, delta, patch, ...digests };
  });
  await client.query(
    `INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, message_id, hop_ref, origin, delta, patch,
       before_sha256, after_sha256)
     SELECT x.id, $2::uuid, 'concierge', x.ordinal, $3::uuid, (SELECT answer_message_id FROM run WHERE id = $3::uuid), x.hop_ref, 'model', x.delta, x.patch, x.before_sha256, x.after_sha256
     FROM json_to_recordset($1::json) AS x(id uuid, ordinal int, hop_ref text, delta jsonb, patch jsonb,
       before_sha256 text, after_sha256 text)`,
    [JSON.stringify(rows), conversationId, runId],
  );
}
