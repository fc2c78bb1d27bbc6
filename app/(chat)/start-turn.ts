import "server-only";
/** Wires a sent message to a detached run: one statement begins the turn, then the work goes on by itself. */
import type { z } from "zod";
import type { Actor } from "@/lib/access/actor.ts";
import type { SendMessage, SendMessageResult } from "@/lib/contracts/send-message.ts";
import { runTurn } from "@/lib/coordinator/run-turn.ts";
import { beginTurn } from "@/lib/db/begin-turn.ts";
import { storableText } from "@/lib/db/storable-json.ts";
import { settings } from "@/lib/env/settings.ts";
import { log } from "@/lib/log/log.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { startRun } from "@/lib/runs/start-run.ts";
import { refuseTurn } from "./refuse-turn.ts";
import { titleOf } from "./title-of.ts";

export async function startTurn(
  actor: Actor,
  message: z.output<typeof SendMessage>,
): Promise<SendMessageResult> {
  const text = storableText(message.text);
  try {
    const begun = await beginTurn(actor, {
      conversationId: message.conversationId ?? null,
      clientMessageId: message.clientMessageId,
      text,
      title: titleOf(text),
      attachmentIds: [...new Set(message.attachmentIds)],
      agentId: "general",
      leaseOwner: runRegistry().instanceId,
      leaseMs: settings().RUN_LEASE_MS,
    });
    if (!begun.ok) return refuseTurn(begun.reason);
    if (!begun.repeated) {
      const { turn } = begun;
      startRun(turn, (ports) => runTurn(turn, ports, null));
    }
    const { conversationId, userMessageId, answerMessageId, runId } = begun.turn;
    return { ok: true, conversationId, userMessageId, answerMessageId, runId };
  } catch (error) {
    log().error({ err: error }, "a turn could not begin");
    return refuseTurn("unavailable");
  }
}
