import { expect, it } from "vitest";
import { settings } from "../env/settings.ts";
import { metrics } from "../metrics/metrics.ts";
import { GATE_LIMITS } from "./limits.ts";
import {
  placesOf,
  placesPerPersonOf,
  shareSteps,
  shareWork,
  takePlace,
  WORK,
} from "./shared-work.ts";

it("has places by the processors, for each process its part, unless a setting says otherwise", () => {
  const given = { PYTHON_MAX_WARM: 3, HALFSILVER_WORKERS: 1 };
  const few = { upload: 48, read: 2, print: 2, python: 4, search: 2, export: 2, fetch: 8 };
  expect(placesOf(given, 1)).toEqual(few);
  expect(placesOf({ ...given, HALFSILVER_WORKERS: 16 }, 32)).toEqual(few);
  const many = { upload: 48, read: 8, print: 8, python: 16, search: 8, export: 8, fetch: 32 };
  expect(placesOf(given, 32)).toEqual(many);
  const set = {
    FILES_READ_AT_ONCE: 1,
    PRINTS_AT_ONCE: 2,
    PYTHON_AT_ONCE: 3,
    SEARCHES_AT_ONCE: 4,
    EXPORTS_AT_ONCE: 5,
    FETCHES_AT_ONCE: 6,
  };
  expect(Object.values(placesOf({ ...given, ...set }, 32))).toEqual([48, 1, 2, 3, 4, 5, 6]);
});

it("leaves a place to another person, and always one to each", () => {
  expect([1, 2, 3, 8].map((places) => placesPerPersonOf("read", places))).toEqual([1, 1, 1, 4]);
  expect(placesPerPersonOf("upload", 48)).toBe(8);
});

it.each(WORK)("refuses in words whose line for %s is too long, and counts it", async (work) => {
  const stop = new AbortController();
  const who = { person: "many", signal: stop.signal };
  // Each person has fewer places than there are, so that this fills them.
  const taken = [];
  for (let place = 0; place < 200; place += 1) taken.push(takePlace(work, who));
  const refused = await Promise.allSettled(taken.slice(GATE_LIMITS.waitingPerPersonMax + 64));
  expect(refused.at(-1)).toMatchObject({
    status: "rejected",
    reason: { code: "too-much-at-once", httpStatus: 429 },
  });
  expect(
    await metrics().registry.getSingleMetricAsString("halfsilver_refused_work_total"),
  ).toContain(`work="${work}"`);
  const waiting = await metrics().registry.getSingleMetricAsString("halfsilver_waiting_work");
  expect(waiting).toContain(`{work="${work}"} ${GATE_LIMITS.waitingPerPersonMax}`);
  await shareWork(work, { person: "one" }, async () => undefined);
  stop.abort();
  for (const entered of await Promise.allSettled(taken))
    if (entered.status === "fulfilled" && entered.value !== "aborted") entered.value();
});

it("gives the place back whatever happens, and passes on why the wait ended", async () => {
  const fail = () => shareWork("read", { person: "one" }, () => Promise.reject(new Error("no")));
  for (let time = 0; time < 20; time += 1) await expect(fail()).rejects.toThrow("no");
  const signal = AbortSignal.abort(new Error("gone"));
  const never = async () => expect.unreachable();
  await expect(shareWork("read", { person: "one", signal }, never)).rejects.toThrow("gone");
});

it("holds no place between two steps, and ends what is read no further", async () => {
  const ended: string[] = [];
  async function* steps(name: string) {
    try {
      for (let step = 1; ; step += 1) yield `${name}${step}`;
    } finally {
      ended.push(name);
    }
  }
  const open = Array.from({ length: settings().MAX_STREAMS }, (_, at) =>
    shareSteps("export", { person: "one" }, steps(`${at}.`)),
  );
  for (const one of open) expect((await one.next()).value).toMatch(/\.1$/);
  for (const one of open) expect((await one.next()).value).toMatch(/\.2$/);
  await Promise.all(open.map((one) => one.return()));
  expect(ended).toHaveLength(open.length);
});
