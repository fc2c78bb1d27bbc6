/** Routine is counted and filtered apart, and a selected event is found among its kinds. */
import { expect, it } from "vitest";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { rankEvent, readEventWindow } from "./read-events.ts";
import { readTrace } from "./read-trace.ts";

provideTestDatabase();

const decided = (outcome: "allow" | "deny"): LogEventBody => ({
  type: "policy.decided",
  hopRef: "h1",
  principal: "p",
  action: "call:a",
  decision: { outcome, policies: [], reason: "" },
});
const loaded = (finding: string | null): LogEventBody => ({
  type: "state.loaded",
  hopRef: "h1",
  agentId: "general",
  version: 1,
  finding,
});

it("an allowed decision and a sound state are routine; a denied one and a finding are not", async () => {
  const admin = await createPerson("admin");
  const events = [decided("allow"), decided("deny"), loaded(null), loaded("does not fit")];
  const { runId } = await recordRun(await createPerson(), { events });
  const trace = await readTrace(admin, runId, null);
  expect(trace?.shape?.eventTypes).toEqual({
    "policy.decided": 1,
    "policy.decided:allowed": 1,
    "state.loaded": 1,
    "state.loaded:sound": 1,
  });
  const types = ["policy.decided", "state.loaded"];
  const query = { from: 1, limit: 10, skip: 0, types };
  const { events: shown, total } = await readEventWindow(admin, runId, query);
  expect([shown.map(({ seq }) => seq), total]).toEqual([[2, 4], 2]);
  expect(await rankEvent(admin, runId, 4, types)).toEqual({ rank: 1, isShown: true });
  expect(await rankEvent(admin, runId, 3, types)).toEqual({ rank: 1, isShown: false });
});
