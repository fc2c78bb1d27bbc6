/**
 * `GET`: downloads the receipt of one of the person's own answers (lib/audit/bundle/receipt.ts). An answer that has just
 * ended gets its seal within a second, which is waited for; 409 where it does not come.
 */
import { setTimeout as wait } from "node:timers/promises";
import { fileResponse } from "@/app/api/file-response.ts";
import { SEAL_ASKED_EVERY_MS, SEAL_ASKED_TIMES } from "@/app/limits.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { type Receipt, writeReceipt } from "@/lib/audit/bundle/receipt.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { readReceipt } from "@/lib/db/conversations/answer/read-receipt.ts";
import { AppError } from "@/lib/errors/app-error.ts";

type Context = { params: Promise<{ messageId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const messageId = parseId((await params).messageId);
    const receipt = await readWhenSealed(await requireActor(), messageId);
    const name = `receipt-${messageId.slice(0, 8)}.json`;
    return fileResponse(name, "application/json", writeReceipt(receipt));
  });
}

async function readWhenSealed(actor: Actor, messageId: string): Promise<Receipt> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await readReceipt(actor, messageId);
    } catch (error) {
      const isEarly = error instanceof AppError && error.code === "not-sealed";
      if (!isEarly || asked === SEAL_ASKED_TIMES) throw error;
      await wait(SEAL_ASKED_EVERY_MS);
    }
  }
}
