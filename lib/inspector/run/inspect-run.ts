/** One run for an operator, and the events after a known one. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { isSame, toHex } from "../../audit/bytes.ts";
import { openCheckpoint } from "../../audit/checkpoint.ts";
import { hashEvent } from "../../audit/leaf.ts";
import { verifyInclusion } from "../../audit/merkle.ts";
import { checkRun, rootOfCommitments } from "../../audit/run-log.ts";
import type { TrailEntry } from "../../audit/verify-trail.ts";
import type { RunInspection, RunNews } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunSealCheck, SealFault } from "../../contracts/inspector/run/run-seal.ts";
import type { RunSearch, RunSearchHit } from "../../contracts/inspector/run/run-search.ts";
import { findLiteral } from "../../contracts/public/search/find-ranges.ts";
import { trailKeys } from "../../db/audit/trail-keys.ts";
import type { LoggedEvent } from "../../db/inspector/model-calls/read-call-events.ts";
import {
  readRun,
  readRunNews,
  readRunSeal,
  type StoredSeal,
} from "../../db/inspector/run/read-run.ts";
import { searchRun } from "../../db/inspector/run/search-run.ts";
import { maskRun } from "../../db/inspector/runs/run-rows.ts";
import { SEARCH_AROUND_CHARS } from "../limits.ts";
import { decideReading, payloadAccessOf, type Reading } from "../payload-access.ts";
import { projectStates } from "../states/project-states.ts";
import { projectMessage } from "./inspect-conversation.ts";
import { projectEvent } from "./project-event.ts";

/**
 * @param decided by who reads a run in several steps, for all of them
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectRun(
  actor: Actor,
  runId: string,
  decided?: Reading,
): Promise<RunInspection> {
  const { access, said } = decided ?? (await decideReading(actor, { runIds: [runId] }));
  const stored = await readRun(actor, runId);
  return {
    run: maskRun(stored.run, said),
    messages: stored.messages.map((message) => projectMessage(message, said)),
    messageCount: stored.messageCount,
    states: projectStates(stored.states, runId, access),
    events: stored.events.map((event) => projectEvent(event, access)),
    hasMore: stored.hasMore,
  };
}

/** @param decided as `inspectRun` @throws AppError `forbidden`, `not-found` */
export async function inspectRunNews(
  actor: Actor,
  runId: string,
  after: number,
  decided?: Reading,
): Promise<RunNews> {
  const { access, said } = decided ?? (await decideReading(actor, { runIds: [runId] }));
  const { run, events, hasMore } = await readRunNews(actor, runId, after);
  return {
    run: maskRun(run, said),
    events: events.map((event) => projectEvent(event, access)),
    hasMore,
  };
}

/**
 * Checks one run against its seal: its log, its answer, the row of its end, and that row's way to a signed checkpoint.
 * The same for both kinds of payload access: digests and numbers. @throws AppError `forbidden`, `not-found`
 */
export async function checkSeal(actor: Actor, runId: string): Promise<RunSealCheck> {
  const stored = await readRunSeal(actor, runId);
  if (stored.state === "row-missing")
    return { state: "broken", why: "row-missing", place: stored.place, seq: 0 };
  if (stored.state === "log-forged")
    return { state: "broken", why: "log-forged", place: stored.place, seq: stored.seq };
  return stored.state === "sealed" ? check(stored) : { state: stored.state };
}

function check({
  run,
  entry,
  inclusion,
  unsigned,
}: Extract<StoredSeal, { state: "sealed" }>): RunSealCheck {
  const { place, seal, stored, rule } = run;
  const broken = (why: SealFault, seq = 0): RunSealCheck => ({ state: "broken", why, place, seq });
  const leafHash = hashOf(entry);
  if (!leafHash) return broken(entry.event ? "row-changed" : "row-missing");
  if (!inclusion) return { state: "waiting" };
  const { signer, verifierKeys } = trailKeys();
  const checkpoint = openCheckpoint(inclusion.note, verifierKeys);
  if (!checkpoint) return broken("note-unreadable");
  const { size, root } = checkpoint;
  const given = { leafIndex: place, treeSize: size, root, leafHash, proof: inclusion.proof };
  if (!verifyInclusion(given)) return broken("not-included");
  const verdict = checkRun(seal, stored);
  if (!verdict.ok) return broken(verdict.why, verdict.seq);
  return {
    state: "holds",
    place,
    size,
    root: toHex(rootOfCommitments(seal.commitments)),
    events: verdict.events,
    erased: verdict.erased,
    unsigned,
    rule,
    verifierKey: signer.verifierKey,
  };
}

/** Hash of the leaf, made from the row as it is stored now. */
function hashOf({ leaf, event }: TrailEntry): Uint8Array | null {
  if (!leaf || !event || leaf.eventId !== event.id) return null;
  const hash = hashEvent(event);
  return isSame(hash, leaf.hash) ? hash : null;
}

/**
 * Searches the events of a run within the fields that the operator may read.
 * @throws AppError `forbidden`, `not-found`
 */
export async function searchInRun(actor: Actor, runId: string, words: string): Promise<RunSearch> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  // Otherwise hidden words could be guessed.
  if (access.level === "all-masked") return { hits: [], total: 0, scope: "open" };
  const isMasked = access.level === "masked";
  const { hits, total } = await searchRun(actor, runId, words, isMasked);
  return {
    hits: hits.map((hit) => ({
      seq: hit.seq,
      type: hit.type,
      hopRef: hit.hopRef,
      at: hit.at.toISOString(),
      excerpt: isMasked ? null : findExcerpt(hit, words),
    })),
    total,
    scope: isMasked ? "open" : "everything",
  };
}

/** The first value, in stored order, that contains the words. */
function findExcerpt({ payload }: LoggedEvent, words: string): RunSearchHit["excerpt"] {
  if (typeof payload !== "object" || payload === null) return null;
  for (const [field, value] of Object.entries(payload)) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const [range] = findLiteral(text, words);
    if (!range) continue;
    const [at, end] = range;
    return {
      field,
      before: text.slice(Math.max(0, at - SEARCH_AROUND_CHARS), at),
      match: text.slice(at, end),
      after: text.slice(end, end + SEARCH_AROUND_CHARS * 2),
    };
  }
  return null;
}
