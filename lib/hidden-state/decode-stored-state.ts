/** Decodes stored state, one function per memory policy (upcast, validate, decompress, repair), and encodes it. */

import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { describeIssue } from "../contracts/describe-issue.ts";
import { isRecord } from "../contracts/read-json.ts";
import {
  AssistantEntry,
  type ChatMessage,
  type Exchange,
  ToolEntry,
  UserEntry,
} from "./chat-message.ts";
import { type RepairFinding, repairExchanges } from "./exchanges.ts";
import {
  COMPRESS_ABOVE_BYTES,
  HISTORY_MAX_BYTES,
  REASON_MAX_CHARS,
  RESULT_MAX_BYTES,
} from "./limits.ts";
import { packGeneralState, unpackGeneralState } from "./pack-general-state.ts";
import { sanitise } from "./sanitise.ts";
import {
  ContextState,
  type GeneralState,
  generalStateOf,
  type HiddenState,
  UNKNOWN_RUN_ID,
  UsersState,
} from "./state-schemas.ts";

/** gzip in base64, and the size in UTF-8 that it must unpack to. */
const CompressedText = z.strictObject({
  $gz: z.string().max(2 * RESULT_MAX_BYTES),
  bytes: z.int().positive().max(RESULT_MAX_BYTES),
});
const StoredToolEntry = z.strictObject({
  ...ToolEntry.shape,
  content: z.union([z.string(), CompressedText]),
});
const StoredMessage = z.discriminatedUnion("role", [UserEntry, AssistantEntry, StoredToolEntry]);
const StoredGeneralState = generalStateOf(StoredMessage);
/** A history is stored again on every turn; results that are compressed already are not compressed again. */
const known = new WeakMap<ToolEntry, { content: string; stored: CompressedText }>();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `reason` says where the value does not match its schema, without content. */
export type Unreadable = { ok: false; reason: string };
/** What there is instead of decoding a state that somebody else wrote, however well-formed it is. */
export const FORGED: Unreadable = { ok: false, reason: "not what the application wrote" };

export type DecodedState<State extends HiddenState = HiddenState> = {
  ok: true;
  state: State;
  /** Memory policy `tool-history`: the exchanges, oldest first; for the other policies none. */
  exchanges: Exchange[];
  /** What was repaired; for the inspector. */
  findings: RepairFinding[];
};

/** Memory policy `tool-history`. Never throws. */
export function decodeHistoryState(value: unknown): DecodedState<GeneralState> | Unreadable {
  const check = checkShape(StoredGeneralState, upcastGeneralState(value));
  if (!check.ok) return check;
  const { tool_call_history: stored, exchange_runs: runs } = check.state.gpa_messages;
  const plain = decompressHistory(stored);
  if (!plain.ok) return { ok: false, reason: `compressed result: ${plain.reason}` };
  const state: GeneralState = {
    is_gpa: true,
    gpa_messages: { tool_call_history: plain.history, exchange_runs: runs },
  };
  const { exchanges, findings } = repairExchanges(unpackGeneralState(state));
  const repaired = findings.length === 0 ? state : packGeneralState(exchanges);
  return { ok: true, state: repaired, exchanges, findings };
}

/** Memory policy `remote-conversation`. Never throws. */
export function decodeRemoteState(value: unknown): DecodedState<UsersState> | Unreadable {
  const check = checkShape(UsersState, value);
  return check.ok ? { ...check, exchanges: [], findings: [] } : check;
}

/**
 * Memory policy `context-state`. Never throws. The content is checked by the named schema, in lib/context-state.
 *
 * @param schema the one schema that this agent's state may name, e.g. `coordinator@1`
 */
export function decodeContextState(
  schema: string,
  value: unknown,
): DecodedState<ContextState> | Unreadable {
  const check = checkShape(ContextState, value);
  if (!check.ok) return check;
  const { schema: found } = check.state;
  if (found !== schema) {
    const isOurs = found.split("@", 1)[0] === schema.split("@", 1)[0];
    const reason = isOurs ? `unknown version: ${found}` : `schema: ${found} is not ${schema}`;
    return { ok: false, reason };
  }
  return { ...check, exchanges: [], findings: [] };
}

export type StoredState = StoredGeneralState | Exclude<HiddenState, { is_gpa: true }>;

/** The stored form: large tool results compressed, everything else unchanged. The state must be sanitised. */
export function encodeStoredState(state: HiddenState): StoredState {
  if (!("is_gpa" in state)) return state;
  const { tool_call_history: history, exchange_runs: runs } = state.gpa_messages;
  return {
    is_gpa: true,
    gpa_messages: { tool_call_history: compressHistory(history), exchange_runs: [...runs] },
  };
}

// Checks a value against a schema of hidden state, and upcasts older forms.

/** `reason` is for the log and the inspector: where the value does not match its schema, without content. */
type StateCheck<State> = { ok: true; state: State } | { ok: false; reason: string };

/** Checks a value against a schema. A value that is nested too deeply is refused, too. */
function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): StateCheck<z.infer<Schema>> {
  try {
    // No form of state has a version of its own, so one that has is of a form that is not known here.
    if (isRecord(value) && value.version !== undefined) {
      const { version } = value;
      return {
        ok: false,
        reason: `unknown version: ${typeof version === "number" ? version : "?"}`,
      };
    }
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, state: result.data };
    const issues = result.error.issues.slice(0, 3);
    const reason = issues.map((issue) => describeIssue(issue, "state"));
    return { ok: false, reason: sanitise(reason.join("; ")).value.slice(0, REASON_MAX_CHARS) };
  } catch (error) {
    return { ok: false, reason: error instanceof RangeError ? "nested too deep" : "unreadable" };
  }
}

/** Upcasts the seeds' form, which has no `exchange_runs`: each exchange gets an unknown run. */
function upcastGeneralState(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.gpa_messages)) return value;
  const { tool_call_history: history, exchange_runs: runs } = value.gpa_messages;
  if (runs !== undefined || !Array.isArray(history)) return value;
  const exchanges = history.filter((entry) => isRecord(entry) && entry.role === "user").length;
  const exchangeRuns = Array.from({ length: exchanges }, () => UNKNOWN_RUN_ID);
  return { ...value, gpa_messages: { ...value.gpa_messages, exchange_runs: exchangeRuns } };
}

// The stored form of a history: large tool results as gzip, with limits on what they may unpack to.

type CompressedText = z.infer<typeof CompressedText>;

type StoredMessage = z.infer<typeof StoredMessage>;

type StoredGeneralState = z.infer<typeof StoredGeneralState>;

/** Remembers the stored form of an entry. */
function rememberCompressed(entry: ToolEntry, stored: CompressedText): void {
  known.set(entry, { content: entry.content, stored });
}

function compressEntry(entry: ToolEntry): StoredMessage {
  const { content } = entry;
  if (content.length * 3 <= COMPRESS_ABOVE_BYTES) return entry;
  const before = known.get(entry);
  if (before && before.content === content) return { ...entry, content: before.stored };
  const utf8 = Buffer.from(content, "utf8");
  if (utf8.length <= COMPRESS_ABOVE_BYTES || utf8.length > RESULT_MAX_BYTES) return entry;
  const stored = { $gz: gzipSync(utf8, { level: 4 }).toString("base64"), bytes: utf8.length };
  rememberCompressed(entry, stored);
  return { ...entry, content: stored };
}

/** The stored form of a history: tool results above 8 KiB as `{"$gz": base64, "bytes": n}`, the rest as it is. */
export function compressHistory(history: readonly ChatMessage[]): StoredMessage[] {
  return history.map((entry) => (entry.role === "tool" ? compressEntry(entry) : entry));
}

type Decompressed =
  | { ok: true; history: ChatMessage[] }
  | { ok: false; reason: "over-limit" | "not-gzip" | "size-differs" | "not-utf8" };

function inflate({ $gz, bytes }: CompressedText): string | "not-gzip" | Uint8Array {
  try {
    // At most the claimed size, which the schema limits.
    return gunzipSync(Buffer.from($gz, "base64"), { maxOutputLength: bytes });
  } catch {
    return "not-gzip";
  }
}

/**
 * Reads the stored form of a history. Never throws. Memory is limited by the sizes that the entries claim, and these by
 * `RESULT_MAX_BYTES` and `HISTORY_MAX_BYTES`.
 *
 * @returns the history, or why it cannot be read: `not-gzip` covers output beyond the claimed size
 */
export function decompressHistory(stored: readonly StoredMessage[]): Decompressed {
  let total = 0;
  const history: ChatMessage[] = [];
  for (const entry of stored) {
    if (entry.role !== "tool" || typeof entry.content === "string") {
      history.push(entry as ChatMessage);
      continue;
    }
    total += entry.content.bytes;
    if (total > HISTORY_MAX_BYTES) return { ok: false, reason: "over-limit" };
    const utf8 = inflate(entry.content);
    if (typeof utf8 === "string") return { ok: false, reason: "not-gzip" };
    if (utf8.length !== entry.content.bytes) return { ok: false, reason: "size-differs" };
    try {
      const plain = { ...entry, content: decoder.decode(utf8) };
      rememberCompressed(plain, entry.content);
      history.push(plain);
    } catch {
      return { ok: false, reason: "not-utf8" };
    }
  }
  return { ok: true, history };
}
