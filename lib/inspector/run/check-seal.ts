/** Checks one run against its seal: its log, its answer, the row of its end, and that row's way to a signed checkpoint. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { isSame, toHex } from "../../audit/bytes.ts";
import { openCheckpoint } from "../../audit/checkpoint.ts";
import { hashEvent } from "../../audit/leaf.ts";
import { verifyInclusion } from "../../audit/merkle.ts";
import { checkRun } from "../../audit/runs/check-run.ts";
import { rootOfCommitments } from "../../audit/runs/run-log.ts";
import type { TrailEntry } from "../../audit/verify-trail.ts";
import type { RunSealCheck, SealFault } from "../../contracts/inspector/run/run-seal.ts";
import { trailKeys } from "../../db/audit/trail-keys.ts";
import { readRunSeal, type StoredSeal } from "../../db/inspector/seal/read-run-seal.ts";

/** The same for both kinds of payload access: digests and numbers. @throws AppError `forbidden`, `not-found` */
export async function checkSeal(actor: Actor, runId: string): Promise<RunSealCheck> {
  const stored = await readRunSeal(actor, runId);
  if (stored.state === "row-missing")
    return { state: "broken", why: "row-missing", place: stored.place, seq: 0 };
  return stored.state === "sealed" ? check(stored) : { state: stored.state };
}

function check({ run, entry, inclusion }: Extract<StoredSeal, { state: "sealed" }>): RunSealCheck {
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
    rule,
    verifierKey: signer.verifierKey,
  };
}

/** Of the row as it is stored now, where it is what was sealed. */
function hashOf({ leaf, event }: TrailEntry): Uint8Array | null {
  if (!leaf || !event || leaf.eventId !== event.id) return null;
  const hash = hashEvent(event);
  return isSame(hash, leaf.hash) ? hash : null;
}
