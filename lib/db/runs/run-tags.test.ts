import { describe, expect, it } from "vitest";
import { NO_ARTIFACTS } from "../../contracts/run/run-work.ts";
import { db } from "../client.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { appendRunEvents } from "./append-run-events.ts";
import { finishRun } from "./finish/finish-run.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "./lease/sweep-expired-runs.ts";

async function sweepExpiredRuns(): Promise<string[]> {
  return interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
}

provideTestDatabase();

async function begin(leaseMs = 15_000): Promise<string> {
  const begun = await createTurn(await createPerson(), newTurn({ leaseMs }));
  if (!begun.ok) throw new Error("the turn did not begin");
  return begun.turn.runId;
}

const tagsOf = async (runId: string) =>
  (await db().run.findUniqueOrThrow({ where: { id: runId }, select: { tags: true } })).tags;

describe("the tags of a run", () => {
  it("are written as it ends", async () => {
    const runId = await begin();
    const hop = { inputSha256: null, outputSha256: null, outcome: "ok", durationMs: 1 };
    const at = { startedAt: new Date(0).toISOString(), model: null, parentRef: null };
    await finishRun({
      ...NO_ARTIFACTS,
      runId,
      userId: "robin",
      leaseOwner: LEASE_OWNER,
      answer: "",
      events: [],
      ending: "complete",
      reason: null,
      totals: { ...NO_TOTALS, model: "m".repeat(5_000) },
      nodeHistory: [{ hopRef: "h1", kind: "agent", nodeId: 'a "quoted" {name}', ...hop, ...at }],
    });
    expect(await tagsOf(runId)).toEqual(['agent:a "quoted" {name}']);
  });

  it("come from the log where its process died", async () => {
    const runId = await begin(0);
    const hop = { type: "hop.started" as const, parentRef: null };
    const events = eventsOf(runId, [
      { ...hop, hopRef: "h1", kind: "coordinator", nodeId: "coordinator" },
      { ...hop, hopRef: "h2", kind: "agent", nodeId: "general" },
      { ...hop, hopRef: "h3", kind: "tool", nodeId: "web_search@1" },
    ]);
    await appendRunEvents(LEASE_OWNER, events);
    expect(await sweepExpiredRuns()).toEqual([runId]);
    expect(await tagsOf(runId)).toEqual(["agent:general", "tool:web_search@1"]);
  });
});
