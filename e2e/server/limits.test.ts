/** What one server promises for each person and for Prometheus: limits, at their defaults, and figures. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";

const TOKEN = "a token of this test";
const IN_TIME = { ...PATIENCE, interval: 50 };
const RUNS = 5;
const STREAMS = 20;
const SENDS = 30;
const UPLOADS = 5;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    name: "limits",
    env: {
      MAX_RUNS_AT_ONCE: String(RUNS),
      MAX_STREAMS: String(STREAMS),
      MAX_SENDS_PER_MINUTE: String(SENDS),
      UPLOAD_QUOTA_MB_PER_DAY: "1",
      UPLOADS_PER_MINUTE: String(UPLOADS),
      METRICS_TOKEN: TOKEN,
    },
  });
});
afterAll(() => stack?.remove());

const read = (authorization?: string) =>
  fetch(`${stack.url}/api/metrics`, { headers: authorization ? { authorization } : {} });

test("figures are told to whoever has the token, and hold no word of anybody", async () => {
  for (const wrong of [undefined, "Bearer another token", TOKEN])
    expect((await read(wrong)).status).toBe(404);
  const person = await joinOverHttp(stack);
  // Longer than a flush: the end of a short one stores all of it.
  expect(await takeTurn(person, "Count to 60 slowly zqcanary")).toMatchObject({
    ending: "complete",
  });
  const value = async (name: string) => {
    const text = await (await read(`Bearer ${TOKEN}`)).text();
    return Number(new RegExp(`^halfsilver_${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  await expect.poll(() => value("flushed_events_total"), IN_TIME).toBeGreaterThan(0);
  expect(await value("flush_seconds_count")).toBeGreaterThan(0);
  expect(await value("pool_connections")).toBeGreaterThan(0);
  await expect.poll(() => value("bus_open"), IN_TIME).toBe(1);
  await expect.poll(() => value("running_runs"), IN_TIME).toBe(0);
  await expect.poll(() => value("expired_leases"), IN_TIME).toBe(0);
  expect(await value("takeovers_total")).toBe(0);
  const whole = await read(`Bearer ${TOKEN}`);
  expect(whole.headers.get("content-type")).toContain("text/plain");
  expect(await whole.text()).not.toMatch(/zqcanary|example\.org|Robin/);
});

test("a person can have 5 runs at once, also when the requests are concurrent", async () => {
  const person = await joinOverHttp(stack);
  const asked = Array.from({ length: RUNS * 2 }, () => person.send("Count to 2000 slowly"));
  const sent = await Promise.all(asked);
  expect(sent.filter(({ ok }) => ok)).toHaveLength(RUNS);
  for (const refused of sent.flatMap((one) => (one.ok ? [] : [one])))
    expect(refused).toMatchObject({
      reason: "too-many-runs",
      message: expect.stringMatching(/\.$/),
    });
  const other = await joinOverHttp(stack);
  expect((await other.send("hello")).ok).toBe(true);
});

test("a person can open 20 streams at once, and another after closing one", async () => {
  const person = await joinOverHttp(stack);
  const sent = await person.send("Count to 2000 slowly");
  if (!sent.ok) throw new Error(sent.message);
  const stream = () => person.get(`/api/runs/${sent.runId}/stream?from=0`);
  const opened = await Promise.all(Array.from({ length: STREAMS }, stream));
  expect(opened.map(({ status }) => status)).toEqual(Array(STREAMS).fill(200));
  const refused = await stream();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await opened[0]?.body?.cancel();
  await expect
    .poll(async () => {
      const again = await stream();
      if (again.status === 200) await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
  for (const { body } of opened.slice(1)) await body?.cancel();
});

test("a person can send 30 messages a minute", async () => {
  const person = await joinOverHttp(stack);
  // As many at once as are allowed: all of them within the minute, on a slow machine, too.
  for (let count = 0; count < SENDS; count += RUNS) {
    const sent = await Promise.all(Array.from({ length: RUNS }, () => person.send("hello")));
    const begun = sent.flatMap((one) => (one.ok ? [one.runId] : []));
    expect(begun).toHaveLength(RUNS);
    await Promise.all(begun.map((runId) => person.follow(runId)));
  }
  expect(await person.send("hello")).toMatchObject({ ok: false, reason: "too-many-sends" });
});

test("a person has an upload quota per day", async () => {
  const person = await joinOverHttp(stack);
  expect((await person.upload("first.txt", 600_000)).status).toBe(201);
  const refused = await person.upload("second.txt", 600_000);
  expect(refused.status).toBe(429);
  expect((await refused.json()).error).toMatchObject({ code: "upload-quota" });
  expect((await person.upload("third.txt", 300_000)).status).toBe(201);
});

test("a person can upload 5 files a minute, and another person is not concerned", async () => {
  const [person, other] = [await joinOverHttp(stack), await joinOverHttp(stack)];
  // Refused ones count, too.
  const asked = Array.from({ length: UPLOADS * 2 }, (_, at) => person.upload(`${at}.txt`, 10));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(UPLOADS);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(UPLOADS);
  for (const answer of refused) {
    expect(answer.headers.get("retry-after")).toBe("60");
    expect((await answer.json()).error).toMatchObject({ code: "too-many-uploads" });
  }
  expect((await other.upload("other.txt", 10)).status).toBe(201);
});
