/** Limits one person's open streams over all instances: each open response holds a slot. */
import "server-only";
import type { ServerResponse } from "node:http";
import type { Actor } from "../../access/actor.ts";
import {
  releaseStreamSlot,
  renewStreamSlots,
  takeStreamSlot,
} from "../../db/limits/stream-slots.ts";
import { AppError } from "../../errors/app-error.ts";
import { log } from "../../log/log.ts";
import { STREAM_SLOT_LEASE_MS, STREAM_SLOT_RENEW_MS } from "../limits.ts";
import { runRegistry } from "../run-registry.ts";

let held = 0;
let renewing: NodeJS.Timeout | undefined;

/**
 * The slot is released when the response closes for any reason.
 * @throws AppError `too-many-streams` where the person has `max` streams open
 */
export async function holdStreamSlot(
  actor: Actor,
  response: ServerResponse,
  max: number,
): Promise<void> {
  const { instanceId } = runRegistry();
  const slot = await takeStreamSlot(actor, { instanceId, max, leaseMs: STREAM_SLOT_LEASE_MS });
  if (slot === null) throw new AppError("too-many-streams");
  held += 1;
  renewing ??= setInterval(() => void renew(instanceId), STREAM_SLOT_RENEW_MS).unref();
  const release = () => {
    held -= 1;
    if (held === 0) {
      clearInterval(renewing);
      renewing = undefined;
    }
    // A slot that cannot be released becomes free when its lease ends.
    releaseStreamSlot(actor, { instanceId, slot }).catch((error: unknown) => {
      log().warn({ err: error }, "a stream's slot could not be released");
    });
  };
  if (response.closed) release();
  else response.once("close", release);
}

async function renew(instanceId: string): Promise<void> {
  try {
    await renewStreamSlots(instanceId, STREAM_SLOT_LEASE_MS);
  } catch (error) {
    log().warn({ err: error }, "the slots of streams could not be renewed");
  }
}
