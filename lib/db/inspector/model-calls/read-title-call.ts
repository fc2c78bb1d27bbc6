/** Reads the call for a conversation's title that followed a run: its figures and its manifest, which have no text. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { TitleCall } from "../../../contracts/inspector/model-calls/call-inspection.ts";
import { PromptManifest } from "../../../contracts/run/prompt-manifest.ts";
import { TitleOutcome } from "../../../contracts/run/title-outcome.ts";
import { db } from "../../client.ts";

/** Audited with the run's calls. @throws AppError `forbidden` without `run:inspect` */
export async function readTitleCall(actor: Actor, runId: string): Promise<TitleCall | null> {
  assertCan(actor, "run:inspect");
  const row = await db().titleCall.findUnique({ where: { runId } });
  if (!row) return null;
  return {
    outcome: TitleOutcome.parse(row.outcome),
    reason: row.reason,
    model: row.model,
    manifest: PromptManifest.parse(row.manifest),
    startedAt: row.startedAt.toISOString(),
    durationMs: row.durationMs,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cost: row.cost,
  };
}
