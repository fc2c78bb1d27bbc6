import "server-only";
/** A sent message becomes a turn. */
import type { z } from "zod";
import type { Actor } from "@/lib/access/actor.ts";
import type { SendMessage, SendMessageResult } from "@/lib/contracts/send-message.ts";
import { storableText } from "@/lib/db/storable-json.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { log } from "@/lib/log/log.ts";
import { beginRun } from "./begin-run.ts";
import { refuseTurn } from "./refuse-turn.ts";

/** @throws AppError `signed-out`, see `createTurn` */
export async function startTurn(
  actor: Actor,
  message: z.output<typeof SendMessage>,
  session: string | null,
): Promise<SendMessageResult> {
  try {
    return await beginRun(actor, {
      conversationId: message.conversationId ?? null,
      clientMessageId: message.clientMessageId,
      text: storableText(message.text),
      attachmentIds: [...new Set(message.attachmentIds)],
      session,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "signed-out") throw error;
    log().error({ err: error }, "a turn could not begin");
    return refuseTurn("unavailable");
  }
}
