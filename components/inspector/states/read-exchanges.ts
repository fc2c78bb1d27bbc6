/** Tool-call history as exchanges: one begins at each word of the person. Pure. */
import { z } from "zod";

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const Entry = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string().nullable(),
  tool_calls: z.array(ToolCall).optional(),
  tool_call_id: z.string().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** The `general` agent's state (decoded), as far as it is shown here. */
const State = z.object({
  gpa_messages: z.object({
    tool_call_history: z.array(Entry),
    exchange_runs: z.array(z.string()),
  }),
});

export type Exchange = { runId: string; entries: Entry[]; bytes: number };

/** Oldest first; null for state of another shape. `bytes` is the size of the entries' JSON. */
export function readExchanges(state: unknown): Exchange[] | null {
  const parsed = State.safeParse(state);
  if (!parsed.success) return null;
  const { tool_call_history: history, exchange_runs: runs } = parsed.data.gpa_messages;
  const exchanges: Exchange[] = [];
  for (const entry of history) {
    if (entry.role === "user" || exchanges.length === 0) {
      exchanges.push({ runId: runs[exchanges.length] ?? "unknown", entries: [], bytes: 0 });
    }
    exchanges.at(-1)?.entries.push(entry);
  }
  const encoder = new TextEncoder();
  for (const exchange of exchanges) {
    exchange.bytes = encoder.encode(JSON.stringify(exchange.entries)).length;
  }
  return exchanges;
}
