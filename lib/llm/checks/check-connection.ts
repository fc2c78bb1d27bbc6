/**
 * Checks the address, the key and the model of a connection: by the server's list of models, and by one tiny
 * completion where the list does not tell. The last check is reused for ten seconds, so that frequent questions send few
 * requests.
 */
import "server-only";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import { processWide } from "../../env/process-wide.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { notePublishedPrice } from "../connections/price-of.ts";
import { judgeFailure } from "../failures/failure-table.ts";
import { refusalOfText } from "../failures/read-refusal.ts";
import {
  CONNECTION_CHECK_TIMEOUT_MS,
  MODEL_CHECK_CACHED_MS,
  MODEL_TRY_CACHED_MS,
} from "../limits.ts";
import { askServer, type ServerReply } from "./ask-server.ts";
import { isListed, mayNotChat, readModelList } from "./model-names.ts";
import {
  type Answered,
  hostOf,
  nameMisplaced,
  nameMissingModel,
  nameNetworkProblem,
  nameNoServer,
  nameOtherAddress,
  nameRefusal,
} from "./name-problem.ts";

type Tried = WeakMap<ModelConnection, { check: ConnectionCheck; until: number }>;

/** Where the last completion is not old, only the list is asked for, so that checks cost nothing. */
const tried = processWide<Tried>("tried-models", () => new WeakMap());

/** Takes less than five seconds. Never rejects. */
export async function checkConnection(connection: ModelConnection): Promise<ConnectionCheck> {
  tried().delete(connection);
  return recheckConnection(connection);
}

type LastCheck = { check: Promise<ConnectionCheck>; until: number };

const lastChecks = processWide<WeakMap<ModelConnection, LastCheck>>(
  "model-checks",
  () => new WeakMap(),
);

/** The check of the last ten seconds, or a new one. Never rejects. */
export function lastCheck(connection: ModelConnection): Promise<ConnectionCheck> {
  const last = lastChecks().get(connection);
  if (last && last.until > performance.now()) return last.check;
  const check = recheckConnection(connection);
  lastChecks().set(connection, { check, until: performance.now() + MODEL_CHECK_CACHED_MS });
  return check;
}

/** The next question asks the server, and tries the model where its list does not tell. */
export function forgetCheck(connection: ModelConnection): void {
  lastChecks().delete(connection);
  tried().delete(connection);
}

/** As `checkConnection`, but without a completion if one was made in the last minutes. */
async function recheckConnection(connection: ModelConnection): Promise<ConnectionCheck> {
  const misplaced = nameMisplaced(connection);
  if (misplaced) return misplaced;
  const signal = AbortSignal.timeout(CONNECTION_CHECK_TIMEOUT_MS);
  const listed = await askServer(connection, "/models", signal);
  if (listed.kind !== "answered") return nameUnanswered(connection, listed, signal);
  const names = listed.status === 200 ? readModelList(listed.body) : null;
  if (names !== null) notePublishedPrice(connection, listed.body);
  if (names === null) {
    const other = await findOtherAddress(connection, listed, signal);
    if (other) return other;
    const refusal = nameRefusal(connection, listed);
    if (refusal) return refusal;
  } else if (isListed(connection.model, names) && !needsTry(connection)) {
    return fine(connection);
  }
  const last = tried().get(connection);
  if (last && last.until > performance.now()) return last.check;
  const check = await tryModel(connection, names ?? [], signal);
  tried().set(connection, { check, until: performance.now() + MODEL_TRY_CACHED_MS });
  return check;
}

function fine(connection: ModelConnection): ConnectionCheck {
  return { state: "ok", sentence: `${hostOf(connection)} answers and has "${connection.model}".` };
}

/** OpenRouter shows its list to everybody, so the list says nothing of the key; a list does not say what can chat. */
function needsTry({ provider, model }: ModelConnection): boolean {
  return provider === "openrouter" || mayNotChat(model);
}

async function nameUnanswered(
  connection: ModelConnection,
  reply: Exclude<ServerReply, Answered>,
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  const { baseUrl, setIn } = connection;
  if (reply.kind === "failed" && baseUrl.startsWith("http:") && reply.code !== "ECONNREFUSED") {
    const encrypted = { ...connection, baseUrl: baseUrl.replace(/^http:/, "https:") };
    const second = await askServer(encrypted, "/models", signal);
    const speaks =
      second.kind === "answered" ||
      (second.kind === "failed" && /CERT|ISSUER|SIGNATURE/.test(second.code));
    if (speaks) {
      const sentence = `${hostOf(connection)} speaks https only. Write https:// in ${setIn.address}.`;
      return { state: "unreachable", sentence };
    }
  }
  return nameNetworkProblem(connection, reply, CONNECTION_CHECK_TIMEOUT_MS / 1_000);
}

/** An address of the same server that has a list of models, where the given one has none. */
async function findOtherAddress(
  connection: ModelConnection,
  { status, isPage, words }: Answered,
  signal: AbortSignal,
): Promise<ConnectionCheck | null> {
  if (status === 400 && /http request.{0,20}https|https port/i.test(words)) {
    const sentence = `${hostOf(connection)} speaks https only. Write https:// in ${connection.setIn.address}.`;
    return { state: "unreachable", sentence };
  }
  if (!isPage && status !== 404 && status !== 405 && status !== 200) return null;
  for (const baseUrl of otherAddresses(connection)) {
    const reply = await askServer({ ...connection, baseUrl }, "/models", signal);
    if (reply.kind !== "answered" || reply.isPage) continue;
    const isRefused = reply.status === 401 || reply.status === 403;
    if (isRefused || (reply.status === 200 && readModelList(reply.body) !== null)) {
      return nameOtherAddress(connection, baseUrl);
    }
  }
  return null;
}

function otherAddresses({ baseUrl, provider }: ModelConnection): string[] {
  const plain = baseUrl
    .replace(/\/(chat\/completions|completions|models|responses|embeddings)$/, "")
    .replace(/(\/v1)+$/, "");
  const prefix = provider === "azure" ? "/openai" : provider === "openrouter" ? "/api" : "";
  const all = [`${plain}/v1`, `${plain}${prefix}/v1`, plain];
  return [...new Set(all)].filter((address) => address !== baseUrl);
}

/** One completion of one token tells what the list does not. */
async function tryModel(
  connection: ModelConnection,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  const { model } = connection;
  const messages = [{ role: "user", content: "Say OK." }];
  const body = { model, messages, max_tokens: 1 };
  const reply = await askServer(connection, "/chat/completions", signal, body);
  if (reply.kind === "silent") {
    const sentence = `${hostOf(connection)} answers, but "${model}" said nothing yet. It may have to be loaded first.`;
    return { state: "not-checked", sentence };
  }
  if (reply.kind === "failed") return nameUnanswered(connection, reply, signal);
  const { status, words, isPage, coded } = reply;
  if (status === 200 && !isPage) return fine(connection);
  if (/not a chat model|does not support chat|not supported in the v1\/chat/i.test(words)) {
    const sentence = `"${model}" at ${hostOf(connection)} cannot chat (${status}: ${words}). Set ${connection.setIn.model} to a chat model.`;
    return { state: "no-such-model", sentence };
  }
  const isMissing = judgeFailure(status, refusalOfText(coded)).reason === "model-missing";
  if (isMissing && (names.length > 0 || /model|deployment/i.test(coded))) {
    return nameMissingModel(connection, names, words);
  }
  const refusal = nameRefusal(connection, reply);
  if (refusal) return refusal;
  if (status === 404 || status === 405) return nameNoServer(connection, reply);
  if (/api-version/i.test(words)) return nameNoServer(connection, reply);
  if (names.length > 0 && !isListed(model, names))
    return nameMissingModel(connection, names, words);
  // Another 400 is about the tiny request, e.g. `max_tokens` with a reasoning model: the model was reached.
  return fine(connection);
}
