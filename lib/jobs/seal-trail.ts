/** Seals the audit trail every second, and has each checkpoint written to a file outside the database. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { BrokenTrail } from "../audit/fault-words.ts";
import type { TrailFault } from "../audit/verify-trail.ts";
import { recordForeignRules } from "../db/audit/found/foreign-rules.ts";
import { foundAt, recordFinding, writeFindings } from "../db/audit/found/trail-findings.ts";
import { signBlanksAnew } from "../db/audit/runs/sign-blanks-anew.ts";
import { signStates } from "../db/audit/runs/sign-states.ts";
import { findRemoved } from "../db/audit/seal/kept-rows.ts";
import { isAnyWaiting } from "../db/audit/seal/read-waiting.ts";
import { sealer } from "../db/audit/seal/sealer.ts";
import { signConversations } from "../db/conversations/organise/own-deletions.ts";
import { signApprovals } from "../db/turns/approvals/sign-approvals.ts";
import { signInstructions } from "../db/turns/own-instructions.ts";
import { log } from "../log/log.ts";
import {
  LAST_PASS_AFTER_MS,
  LAST_PASSES_WITHIN_MS,
  SEAL_EVERY_MS,
  SIGN_STATES_RETRY_MS,
} from "./limits.ts";
import { oncePerProcess, pause, repeatWork } from "./repeat-work.ts";

type SealingState = "ok" | "away" | TrailFault;

/** Several processes take turns. To stop it seals the rest, so that no row waits for the next start. */
export const sealing = oncePerProcess("sealing", keepSealing);

/** `away`: the database cannot be reached, or nothing seals in this process. A fault: nothing more is signed. */
export function sealingState(): SealingState {
  return sealing.running()?.state() ?? "away";
}

/** Signs what earlier versions stored, and tries again until all of it is signed. Never rejects. */
async function keepSigning(signal: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !signal.aborted; ) {
    isDone = await signEarlier().catch((error: unknown) => {
      log().warn({ err: error }, "what earlier versions stored could not be signed yet");
      return false;
    });
    if (!isDone) await pause(SIGN_STATES_RETRY_MS, signal);
  }
}

async function signEarlier(): Promise<boolean> {
  const signed = [
    await signStates(),
    await signApprovals(),
    await signInstructions(),
    await signConversations(),
  ];
  return signed.every(Boolean);
}

function keepSealing() {
  let state: SealingState = "ok";
  const tell = async (now: SealingState, error?: unknown) => {
    if (now !== state && error) log().error({ err: error }, "the audit trail is not being sealed");
    if (now !== state && error instanceof BrokenTrail)
      await recordFinding(foundAt(error.why, { place: error.place }));
    state = now;
  };
  recordForeignRules().catch((error: unknown) =>
    log().warn({ err: error }, "the database could not be searched for what is not ours"),
  );
  signBlanksAnew().catch((error: unknown) =>
    log().warn({ err: error }, "erased details could not be signed with the new key"),
  );
  const passes = repeatWork(async (signal) => {
    try {
      await sealer().pass(() => signal.aborted);
      await findRemoved();
      await tell("ok");
    } catch (error) {
      await tell(error instanceof BrokenTrail ? error.why : "away", error);
    }
    await writeFindings();
    await pause(SEAL_EVERY_MS, signal);
  });
  void keepSigning(passes.signal);
  return {
    state: () => state,
    async stop() {
      await passes.stop();
      // Another process that ends may be at it.
      for (const late = AbortSignal.timeout(LAST_PASSES_WITHIN_MS); !late.aborted; ) {
        await sealer().pass();
        if (!(await isAnyWaiting())) return;
        await delay(LAST_PASS_AFTER_MS);
      }
    },
  };
}
