import "server-only";
/** Creates the turn of a retry and starts its run. */
import type { Actor } from "@/lib/access/actor.ts";
import { REGISTRY } from "@/lib/agents/registry.ts";
import type { RetryAnswer, SendMessageResult } from "@/lib/contracts/send-message.ts";
import { runTurn } from "@/lib/coordinator/run-turn.ts";
import { beginRetry } from "@/lib/db/turns/begin-retry.ts";
import { settings } from "@/lib/env/settings.ts";
import { log } from "@/lib/log/log.ts";
import { executeRun } from "@/lib/runs/execute-run.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { isStorageTroubled } from "@/lib/runs/storage-trouble.ts";
import { refuseTurn } from "./refuse-turn.ts";

export async function retryTurn(
  actor: Actor,
  { answerMessageId }: RetryAnswer,
): Promise<SendMessageResult> {
  try {
    if (isStorageTroubled()) return refuseTurn("unavailable");
    const begun = await beginRetry(actor, {
      answerMessageId,
      agentId: REGISTRY.fallback.id,
      leaseOwner: runRegistry().instanceId,
      leaseMs: settings().RUN_LEASE_MS,
    });
    if (!begun.ok) return refuseTurn(begun.reason);
    const { turn, replacedRunId } = begun;
    executeRun(turn, (ports) => runTurn(turn, ports, replacedRunId));
    const { conversationId, userMessageId, runId } = turn;
    return {
      ok: true,
      conversationId,
      userMessageId,
      answerMessageId: turn.answerMessageId,
      runId,
    };
  } catch (error) {
    log().error({ err: error }, "a retry could not begin");
    return refuseTurn("unavailable");
  }
}
