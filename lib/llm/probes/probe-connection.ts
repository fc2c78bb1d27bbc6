/**
 * Asks a model server what it can do, by one small call for each capability, one after another. A call that fails for
 * another reason (network, key, limits, a broken server) shows nothing.
 */
import "server-only";
import type { CapabilityFinding, CapabilityName } from "../../contracts/model/capability.ts";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { askServer, type ServerReply } from "../checks/ask-server.ts";
import { type ModelConnection, secretsOf } from "../connections/model-connection.ts";
import { redactSecrets } from "../failures/model-failure.ts";
import { PROBE_SAID_MAX_CHARS, PROBE_TIMEOUT_MS, PROBE_TOKENS } from "../limits.ts";
import { PLAIN_MESSAGES, PROBES, type Probe, type ProbeAnswer } from "./probe-list.ts";
import { untilNoTurnCalls } from "./turns-first.ts";

/** `said`: the server's own words, without keys, for a terminal. Nothing keeps them. */
type Listener = {
  learn(name: CapabilityName, finding: CapabilityFinding, said: string): void;
  /** It was asked, or could not be, and shows nothing. `words`: the status, and ours. */
  leave?(name: CapabilityName, words: string, said: string): void;
};
type Ask = (path: string, body: Record<string, unknown>) => Promise<ServerReply>;

/** A refusal of the request itself. Errors of a model's template come as 500 from some servers. */
const REFUSED = new Set([400, 404, 405, 415, 422, 501]);
const TEMPLATE = /template|jinja|roles? must|alternat/i;

/**
 * Never rejects. Stops when aborted, with the findings so far.
 * @returns null, or by what the plain request was refused, without which no probe tells anything
 */
export async function probeConnection(
  connection: ModelConnection,
  { learn, leave }: Listener,
  signal: AbortSignal,
): Promise<string | null> {
  const ask: Ask = async (path, body) => {
    await untilNoTurnCalls(signal);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    return askServer(connection, path, limit, body);
  };
  const plain = await findPlainRequest(connection, ask);
  if ("refusal" in plain) return plain.refusal;
  const found = new Map<CapabilityName, boolean>();
  const keep = (name: CapabilityName, shown: Shown | null, reply: ServerReply) => {
    if (signal.aborted) return;
    if (!shown) return leave?.(name, unclearWords(reply), serverWords(reply));
    found.set(name, shown.holds);
    learn(name, toFinding(shown), wordsOf(shown, connection));
  };
  for (const probe of PROBES) {
    if (signal.aborted) return null;
    const missing = probe.needs?.find((name) => found.get(name) === false);
    if (missing) leave?.(probe.name, `not asked: it needs ${missing}`, "");
    else {
      const reply = await ask("/chat/completions", bodyOf(probe, plain));
      keep(probe.name, judge(probe, reply), reply);
    }
  }
  if (signal.aborted) return null;
  const { embeddingModel: model } = connection;
  const reply = await ask("/embeddings", { model, input: "blue" });
  keep("embeddings", judgeEmbeddings(reply, model), reply);
  return null;
}

/** Why an answer shows nothing: its status in our words. */
function unclearWords(reply: ServerReply): string {
  if (reply.kind === "silent") return `no answer within ${PROBE_TIMEOUT_MS / 1_000} s`;
  if (reply.kind === "failed") return `no answer${reply.code ? ` (${reply.code})` : ""}`;
  const { status } = reply;
  if (status === 200) return "200: the answer shows nothing";
  return REFUSED.has(status) ? `${status}: the refusal names nothing` : `${status}: not answered`;
}

const serverWords = (reply: ServerReply) =>
  reply.kind === "answered" && reply.status !== 200 ? reply.words : "";

/** `words`: the status, and ours. `said`: the server's. */
type Shown = { holds: boolean; value: number | null; words: string; said?: string | undefined };
type Plain = { body: Record<string, unknown>; tokens: "max_tokens" | "max_completion_tokens" };

/** Reasoning models take their limit by another name. */
async function findPlainRequest(
  { model, parameters }: ModelConnection,
  ask: Ask,
): Promise<Plain | { refusal: string }> {
  let refusal = "";
  for (const tokens of ["max_tokens", "max_completion_tokens"] as const) {
    const { max_tokens: _, max_completion_tokens: __, ...others } = parameters;
    const body = { ...others, model, messages: PLAIN_MESSAGES, [tokens]: PROBE_TOKENS };
    const reply = await ask("/chat/completions", body);
    if (reply.kind === "answered" && reply.status === 200 && readAnswer(reply.text))
      return { body, tokens };
    refusal = unclearWords(reply);
    if (reply.kind !== "answered" || !REFUSED.has(reply.status)) break;
  }
  return { refusal };
}

function bodyOf({ body }: Probe, plain: Plain): Record<string, unknown> {
  const { max_tokens: tokens, ...rest } = body;
  return { ...plain.body, ...rest, ...(tokens === undefined ? {} : { [plain.tokens]: tokens }) };
}

function judge(probe: Probe, reply: ServerReply): Shown | null {
  if (reply.kind !== "answered") return null;
  const { status, words } = reply;
  if (status === 200) {
    const answer = readAnswer(reply.text);
    const shown = answer && probe.read(answer);
    return shown && { ...shown, value: null, words: `200: ${shown.words}` };
  }
  if (!REFUSED.has(status) && !(status === 500 && TEMPLATE.test(words))) return null;
  const said = { words: String(status), said: words };
  if (!probe.readNumber) return { holds: false, value: null, ...said };
  const value = probe.readNumber(words);
  return value === null ? null : { holds: true, value, ...said };
}

function judgeEmbeddings(reply: ServerReply, model: string): Shown | null {
  if (reply.kind !== "answered") return null;
  const { status, body, words } = reply;
  const data = isRecord(body) && Array.isArray(body.data) ? body.data : [];
  const [first] = data;
  if (status === 200 && isRecord(first) && Array.isArray(first.embedding)) {
    return { holds: true, value: null, words: `200: a vector came by ${model}` };
  }
  if (status !== 200 && !REFUSED.has(status)) return null;
  return { holds: false, value: null, words: `${status} for embeddings by ${model}`, said: words };
}

function toFinding({ holds, value, words }: Shown): CapabilityFinding {
  return { holds, value, source: "probe", at: new Date().toISOString(), evidence: words };
}

function wordsOf({ words, said }: Shown, connection: ModelConnection): string {
  const all = said ? `${words}: ${said}` : words;
  return redactSecrets(all, secretsOf(connection)).slice(0, PROBE_SAID_MAX_CHARS);
}

/**
 * Reads a Chat Completions answer for a probe: one object, or the events of a stream.
 * @returns null where the text is neither
 */
function readAnswer(text: string): ProbeAnswer | null {
  const whole = parseJson(text);
  if (isRecord(whole)) return Array.isArray(whole.choices) ? readChunks([whole], false) : null;
  const events = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => parseJson(line.slice("data:".length)))
    .filter(isRecord);
  return events.some(({ choices }) => Array.isArray(choices)) ? readChunks(events, true) : null;
}

function readChunks(chunks: readonly Record<string, unknown>[], isStream: boolean): ProbeAnswer {
  const choices = chunks
    .flatMap((chunk) => (Array.isArray(chunk.choices) ? chunk.choices : []))
    .filter(isRecord);
  const messages = choices.map(({ message, delta }) => message ?? delta).filter(isRecord);
  const calls = messages
    .flatMap((message) => (Array.isArray(message.tool_calls) ? message.tool_calls : []))
    .filter(isRecord)
    .map((call) => (isRecord(call.function) ? textOf(call.function.name) : ""))
    .filter((name) => name !== "");
  return {
    text: messages
      .map(({ content }) => textOf(content))
      .join("")
      .trim(),
    calls,
    isCut: choices.some((choice) => choice.finish_reason === "length"),
    isStream,
    hasUsage: chunks.some(({ usage }) => isRecord(usage)),
  };
}
