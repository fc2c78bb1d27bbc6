/**
 * The schemas of hidden state, one for each memory policy (docs/sources.md: ADR-003, ADR-004, ADR-040).
 */
import { z } from "zod";
import { JsonValue } from "../contracts/json/json-value.ts";
import { StoredOrigin } from "../contracts/model/origin.ts";
import { ChatMessage } from "./chat-message.ts";

/** The run of an exchange that was stored without one. */
export const UNKNOWN_RUN_ID = "unknown";

type History = { tool_call_history: { role: string }[]; exchange_runs: string[] };

function checkExchanges(context: z.core.ParsePayload<History>): void {
  const { tool_call_history: history, exchange_runs: runs } = context.value;
  const refuse = (message: string) =>
    context.issues.push({ code: "custom", message, input: undefined, path: ["exchange_runs"] });
  if (history.length > 0 && history[0]?.role !== "user")
    refuse("the history begins within an exchange");
  let exchanges = 0;
  for (const entry of history) if (entry.role === "user") exchanges++;
  if (exchanges !== runs.length) refuse(`${runs.length} runs for ${exchanges} exchanges`);
}

/**
 * The state of `tool-history`, for a given schema of entries. Each `user` entry begins an exchange, which has one run.
 */
export const generalStateOf = <Entry extends z.ZodType<{ role: string }>>(entry: Entry) =>
  z.strictObject({
    is_gpa: z.literal(true),
    gpa_messages: z
      .strictObject({
        tool_call_history: z.array(entry),
        exchange_runs: z.array(z.string().min(1).max(120)),
      })
      .check(checkExchanges),
  });

/** Memory policy `tool-history`. */
export const GeneralState = generalStateOf(ChatMessage);
export type GeneralState = z.infer<typeof GeneralState>;

/**
 * Memory policy `remote-conversation`: only the id, and how far the conversation had come after this turn, as the service
 * said; absent where it did not.
 */
export const UsersState = z.strictObject({
  ums_conversation_id: z.guid(),
  ums_position: z.int().nonnegative().optional(),
});
export type UsersState = z.infer<typeof UsersState>;

/** Memory policy `context-state`. The content is checked by the named schema, in lib/context-state. */
export const ContextState = z.strictObject({
  context_state: z.record(z.string(), JsonValue),
  schema: z.string().regex(/^[a-z][a-z0-9-]{0,39}@[1-9][0-9]*$/),
  /** Where what it holds comes from. Absent: stored before origins were kept. */
  origins: z.array(StoredOrigin).optional(),
});
export type ContextState = z.infer<typeof ContextState>;

export const HiddenState = z.union([GeneralState, UsersState, ContextState]);
export type HiddenState = z.infer<typeof HiddenState>;
