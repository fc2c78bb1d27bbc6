/** Planning and the whole turn have their own deadlines, whatever a model server does. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PlaceQueue } from "../../contracts/model/place.ts";
import { type Settings, settings } from "../../env/settings.ts";
import { type ModelConnection, modelConnections } from "../../llm/connections/model-connection.ts";
import { offerModelPlaces } from "../../llm/connections/model-places.ts";
import { noteStarted } from "../../llm/started-models.ts";
import { startRawServer } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();

const LIMIT_MS = 60_000;
const LONGER_MS = 61_000;

let given: Partial<Settings>;
beforeEach(() => {
  given = { ...settings() };
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(settings(), given);
  limitCalls(null);
});

/** The clock of the turn stands still, but for the leaps of the test. */
const leapingClock = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

function limitCalls(places: PlaceQueue | null): void {
  for (const connection of modelConnections().all.values()) Object.assign(connection, { places });
}

it("a planner that hangs costs its own time, and the turn goes on without a plan", async () => {
  const talk = await newTalk();
  await talk.say("hello");
  Object.assign(settings(), { PLAN_MAX_MS: 400 });
  await modelControl().queue({ scenario: "hang", structured: true });
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toContain("391");
  expect(turn.of("plan.made")).toMatchObject([
    { plan: { source: "unplanned", reason: "Planning took longer than 0.4 s (PLAN_MAX_MS)." } },
  ]);
  expect(turn.result).toMatchObject({ ending: "complete", deviation: { score: null } });
});

it("a turn that takes too long ends, and says so", async () => {
  const talk = await newTalk();
  await talk.say("hello");
  Object.assign(settings(), { TURN_MAX_MS: 1_000 });
  await modelControl().queue({ scenario: "hang", match: "17 * 23", times: 2 });
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.result).toMatchObject({ ending: "failed", reason: "time-limit" });
});

it("a connection that hangs is left for its fallback, in time for the plan and for the answer", async () => {
  let [calls, leftMs] = [0, LIMIT_MS];
  const silent = await startRawServer(() => {
    calls += 1;
    // The first two, for the plan and for the early answer, hang at once.
    if (calls === 1) return;
    // Half of what is left is for the fallback.
    leftMs /= 2;
    vi.advanceTimersByTime(leftMs);
  });
  // Every agent has this route.
  const route = modelConnections().route("general") as ModelConnection[];
  const [own] = route;
  if (!own) throw new Error("there is no connection");
  const hanging = { ...own, id: "hanging", baseUrl: silent.url };
  noteStarted(hanging);
  route.unshift(hanging);
  try {
    const limits = { PLAN_MAX_MS: LIMIT_MS, AGENT_MAX_MS: LIMIT_MS, TURN_MAX_MS: LIMIT_MS };
    Object.assign(settings(), { ...limits, MODEL_FIRST_TOKEN_TIMEOUT_MS: LIMIT_MS });
    const talk = await newTalk();
    leapingClock();
    const turn = await talk.say("calculate 17 * 23");
    expect(turn.answer).toContain("391");
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
    const refused = turn.of("model.refused");
    expect(refused.length).toBeGreaterThan(1);
    for (const refusal of refused)
      expect(refusal).toMatchObject({
        reason: "model-too-slow",
        reply: { connection: "hanging" },
        takesOver: own.id,
      });
  } finally {
    route.shift();
    await silent.close();
  }
});

it("a turn that waits for a free place is told its number, and loses no time", async () => {
  const talk = await newTalk();
  await talk.say("hello");
  leapingClock();
  limitCalls({ name: "default", max: 1 });
  let calls = 0;
  offerModelPlaces(async (_queue, { turn, onWait }) => {
    calls += 1;
    expect(turn).toMatchObject({ runId: expect.any(String), userId: expect.any(String) });
    if (calls > 2) return () => undefined;
    onWait?.(3);
    onWait?.(1);
    vi.advanceTimersByTime(LONGER_MS);
    return () => undefined;
  });
  const limits = { PLAN_MAX_MS: LIMIT_MS, AGENT_MAX_MS: LIMIT_MS, TURN_MAX_MS: LIMIT_MS };
  Object.assign(settings(), limits);
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toContain("391");
  expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
  expect(turn.of("status.changed").slice(0, 4)).toMatchObject([
    { status: "thinking" },
    { status: "queued", position: 3 },
    { status: "queued", position: 1 },
    { status: "thinking" },
  ]);
  for (const { position, waitMs } of turn.of("model.queued")) {
    expect(position).toBe(3);
    expect(waitMs).toBeGreaterThanOrEqual(LONGER_MS);
  }
  expect(turn.of("model.queued").length).toBeGreaterThan(0);
});
