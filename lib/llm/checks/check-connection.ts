/**
 * Checks whether a turn with a connection would work: by one real completion. The server's list of models, which is asked
 * for first, gives names and prices for what is said about it, and decides nothing. The last check is reused for ten
 * seconds, and its completion for ten minutes, so that frequent questions send few requests.
 */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import { processWide } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { notePublishedPrice } from "../connections/price-of.ts";
import {
  LIST_TIMEOUT_MS,
  LIST_WAIT_MS,
  MODEL_CHECK_CACHED_MS,
  MODEL_FAILURE_CACHED_MS,
  MODEL_TRY_CACHED_MS,
} from "../limits.ts";
import { untilNoTurnCalls } from "../probes/turns-first.ts";
import { type Answered, askServer, type ServerReply } from "./ask-server.ts";
import { readModelList } from "./model-names.ts";
import {
  nameMisplaced,
  nameNetworkProblem,
  nameOtherAddress,
  nameProtocol,
} from "./name-problem.ts";
import { nameTried } from "./name-tried.ts";
import { tryTurn } from "./try-turn.ts";

type Tried = WeakMap<ModelConnection, { check: ConnectionCheck; until: number }>;

/** Where the last completion is not old, nothing is asked, so that checks cost little. */
const tried = processWide<Tried>("tried-models", () => new WeakMap());

/** `ended`: the last one that has an end. */
type LastCheck = { check: Promise<ConnectionCheck>; until: number; ended: ConnectionCheck | null };

const lastChecks = processWide<WeakMap<ModelConnection, LastCheck>>(
  "model-checks",
  () => new WeakMap(),
);

/** The check of the last ten seconds, the one that is under way, or a new one. Never rejects. */
export function lastCheck(connection: ModelConnection): Promise<ConnectionCheck> {
  const last = lastChecks().get(connection);
  if (last && last.until > performance.now()) return last.check;
  const check = recheckConnection(connection);
  const kept: LastCheck = { check, until: Number.POSITIVE_INFINITY, ended: last?.ended ?? null };
  lastChecks().set(connection, kept);
  void check.then((ended) => {
    kept.ended = ended;
    kept.until = performance.now() + MODEL_CHECK_CACHED_MS;
  });
  return check;
}

/** What the last check showed, while a new one is under way. */
export function endedCheck(connection: ModelConnection): ConnectionCheck | null {
  return lastChecks().get(connection)?.ended ?? null;
}

/** The next question asks the server. */
export function forgetCheck(connection: ModelConnection): void {
  lastChecks().delete(connection);
  tried().delete(connection);
}

/** As `checkConnection`, but with the completion of the last minutes where the server still answers. */
async function recheckConnection(connection: ModelConnection): Promise<ConnectionCheck> {
  const last = tried().get(connection);
  const check = await checkConnection(
    connection,
    last && last.until > performance.now() ? last.check : null,
  );
  if (check === last?.check) return check;
  const ms = check.state === "ok" ? MODEL_TRY_CACHED_MS : MODEL_FAILURE_CACHED_MS;
  if (check.state === "ok" || check.state === "failing" || check.state === "refused")
    tried().set(connection, { check, until: performance.now() + ms });
  return check;
}

/**
 * Waits for the model as long as a turn does. Never rejects.
 * @param known what the last completion showed, where it is not old
 */
export async function checkConnection(
  connection: ModelConnection,
  known: ConnectionCheck | null = null,
): Promise<ConnectionCheck> {
  const misplaced = nameMisplaced(connection);
  if (misplaced) return misplaced;
  const asking = new AbortController();
  const limit = AbortSignal.any([asking.signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
  const listing = askServer(connection, "/models", limit);
  try {
    const soon = await Promise.race([listing, sleep(LIST_WAIT_MS, null, { ref: false })]);
    const seconds = silenceSeconds(connection);
    if (soon?.kind === "failed" && !isBroken(soon))
      return await nameNetworkProblem(connection, soon, seconds);
    if (known && soon?.kind === "answered" && soon.status === 200) return known;
    return await checkByTurn(connection, { soon, listing }, seconds);
  } finally {
    asking.abort();
  }
}

/** The connection was there and broke: some servers do this at an address that they do not know. */
function isBroken({ code }: Extract<ServerReply, { kind: "failed" }>): boolean {
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET" || code.startsWith("HPE_");
}

function silenceSeconds({ timeouts }: ModelConnection): number {
  return (timeouts.firstTokenMs ?? settings().MODEL_FIRST_TOKEN_TIMEOUT_MS) / 1_000;
}

type Listing = { soon: ServerReply | null; listing: Promise<ServerReply> };

async function checkByTurn(
  connection: ModelConnection,
  { soon, listing }: Listing,
  seconds: number,
): Promise<ConnectionCheck> {
  const { signal } = new AbortController();
  // A local server answers one request after another.
  await untilNoTurnCalls(signal);
  const turn = await tryTurn(connection, signal);
  const { reply, result } = turn;
  // A list that took long is needed only for the names in a sentence.
  const list = soon ?? (result.ok || reply.kind !== "answered" ? null : await listing);
  const names = namesOf(connection, list);
  if (!result.ok && reply.kind === "answered") {
    const other = await findOther(connection, reply, names !== null);
    if (other) return other;
  }
  const hasAnswered = list?.kind === "answered";
  return nameTried(connection, turn, { names: names ?? [], hasAnswered }, seconds);
}

/** Null where there is no list. */
function namesOf(connection: ModelConnection, list: ServerReply | null): string[] | null {
  if (list?.kind !== "answered" || list.status !== 200) return null;
  const names = readModelList(list.body, list.text);
  if (names !== null) notePublishedPrice(connection, list.body);
  return names;
}

/** Another protocol or address of the same server, where the given one does not answer as a model server. */
async function findOther(
  connection: ModelConnection,
  reply: Answered,
  hasList: boolean,
): Promise<ConnectionCheck | null> {
  const { status, isPage, text } = reply;
  const isOfProtocol = status === 400 || status === 403 || status === 426 || status === 505;
  if (isOfProtocol && /https|\bssl\b|\btls\b|http\/2|\bh2c?\b/i.test(text)) {
    const spoken = await nameProtocol(connection);
    if (spoken) return spoken;
  }
  if (hasList || (!isPage && status !== 404 && status !== 405 && status !== 200)) return null;
  const signal = AbortSignal.timeout(LIST_WAIT_MS);
  for (const baseUrl of otherAddresses(connection)) {
    const other = await askServer({ ...connection, baseUrl }, "/models", signal);
    if (other.kind !== "answered" || other.isPage) continue;
    const isRefused = other.status === 401 || other.status === 403;
    if (isRefused || (other.status === 200 && readModelList(other.body, other.text) !== null))
      return nameOtherAddress(connection, baseUrl);
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
