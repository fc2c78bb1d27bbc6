import "server-only";
/** Begins a turn in one statement and starts its run; the work goes on by itself. */
import type { Actor } from "@/lib/access/actor.ts";
import { REGISTRY } from "@/lib/agents/registry.ts";
import { firstLine, TITLE_MAX_CHARS } from "@/lib/contracts/first-line.ts";
import type { SendMessageResult } from "@/lib/contracts/send-message.ts";
import { runTurn } from "@/lib/coordinator/run-turn.ts";
import { type BeginTurn, beginTurn } from "@/lib/db/turns/create-turn.ts";
import { settings } from "@/lib/env/settings.ts";
import { executeRun } from "@/lib/runs/execute-run.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { isStorageTroubled } from "@/lib/runs/storage-trouble.ts";
import { refuseTurn } from "./refuse-turn.ts";

type Turn = Pick<
  BeginTurn,
  "conversationId" | "clientMessageId" | "text" | "attachmentIds" | "approval" | "session"
>;

/** @throws AppError `signed-out`, see `beginTurn` */
export async function beginRun(actor: Actor, turn: Turn): Promise<SendMessageResult> {
  if (isStorageTroubled()) return refuseTurn("unavailable");
  const begun = await beginTurn(actor, {
    ...turn,
    title: firstLine(turn.text, TITLE_MAX_CHARS),
    agentId: REGISTRY.fallback.id,
    leaseOwner: runRegistry().instanceId,
    leaseMs: settings().RUN_LEASE_MS,
  });
  if (!begun.ok) return refuseTurn(begun.reason);
  if (!begun.repeated) {
    const work = begun.turn;
    executeRun(work, (ports) => runTurn(work, ports, null));
  }
  const { conversationId, userMessageId, answerMessageId, runId } = begun.turn;
  return { ok: true, conversationId, userMessageId, answerMessageId, runId };
}
