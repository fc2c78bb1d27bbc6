/** The figures of a server process for Prometheus. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";

const TOKEN = "a token of this test";
const IN_TIME = { timeout: 15_000, interval: 50 };

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ name: "metrics", env: { METRICS_TOKEN: TOKEN } });
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
