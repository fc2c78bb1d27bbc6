/** Tests and their fixtures have no sleeps and compare no elapsed time. What is about time is a bench. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { parseSource, readSource } from "../parse-source.ts";
import { EXCEPTIONS, findWallClock } from "./find-wall-clock.ts";

const pathIn = (line: string) => line.split(":", 1)[0] ?? "";

describe("a test", () => {
  it("waits for events, and compares no elapsed time", () => {
    const found = listSourceFiles()
      .filter((path) => isTest(path) || path.startsWith("e2e/"))
      .flatMap((path) => findWallClock(readSource(path)));
    expect(found.filter((line) => !(pathIn(line) in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((path) => !found.map(pathIn).includes(path))).toEqual([]);
  });
});

describe("the check of clocks", () => {
  const find = (code: string) =>
    findWallClock(parseSource("a/b.test.ts", code)).map((line) => line.replace(/^\S+ /, ""));

  it.each([
    ["sleeps", 'import { setTimeout as delay } from "node:timers/promises";'],
    ["sleeps", "await page.waitForTimeout(500);"],
    ["sleeps", "await new Promise((resolve) => setTimeout(resolve, 20));"],
    ["sleeps", "new Promise((done) => setTimeout(() => done(document.title), WAIT_MS));"],
    ["sleeps", 'await once(AbortSignal.timeout(2_600), "abort");'],
    ["measures time", "const from = Date.now(); work(); expect(Date.now() - from).toBe(1);"],
    ["measures time", "let at; at = performance.now(); const late = other.at - at;"],
    ["measures time", "const seen = { at: Date.now() }; const late = later - seen.at;"],
    ["measures time", "const left = Number(link?.expiresAt) - Date.now();"],
    [
      "measures time",
      "const at = await page.evaluate(() => Date.now()); expect(seen - at).toBe(1);",
    ],
    ["measures time", "const ends = Date.now(); while (performance.now() < ends) look();"],
    ["measures time", "expect(Date.now() - row.startedAt).toBeLessThan(9);"],
    ["expects a measured time", "expect(answer.tookMs).toBeLessThan(5_000);"],
    ["expects a measured time", "expect(result.durationMs).toBeGreaterThanOrEqual(120);"],
    ["expects a measured time", "expect(shorterForMs(await seen())).toBeLessThan(BLINK_MS);"],
    ["waits for a second by default", "await vi.waitFor(() => expect(isOver()).toBe(true));"],
    ["waits for a second by default", "await vi.waitUntil(isOver);"],
    ["limits its own time", 'it("ends", () => work(), 5_000);'],
    ["limits its own time", 'it.each([1])("ends %i", async (n) => work(n), 240_000);'],
    ["limits its own time", "vi.setConfig({ testTimeout: 60_000 });"],
    ["limits its own time", "await vi.waitFor(isOver, { timeout: 15_000 });"],
    ["limits its own time", "await expect(answer).toBeVisible({ timeout: PATIENCE_MS });"],
    ["limits its own time", "test.describe.configure({ timeout: 2 * PATIENCE_MS });"],
    ["limits its own time", "test.setTimeout(60_000);"],
    ["limits its own time", "page.setDefaultTimeout(WAIT_MS);"],
    ["limits its own time", "beforeAll(async () => start(), PATIENCE_MS);"],
    ["limits its own time", 'it("ends", { retry: 1 }, () => work(), LIMIT_MS);'],
    ["limits its own time", "const signal = AbortSignal.timeout(5_000);"],
    ["limits its own time", "await expect(look).toPass({ timeout: 5_000 });"],
    ["limits its own time", "await expect(async () => look()).toPass({ timeout: 5_000 });"],
    ["sets a timer", "void setTimeout(() => answer(response), 6_000);"],
    ["sets a timer", "const timer = setInterval(() => response.write(PIECE), WRITES_MS);"],
    ["sets a timer", "setTimeout(() => reject(new Error()), 20_000);"],
    ["sleeps", 'await pool().query("SELECT pg_sleep(0.2)");'],
    ["sleeps", "const rows = sql`SELECT 1 WHERE pg_sleep(1) IS NULL`;"],
  ])("finds that it %s: %s", (what, code) => {
    expect(find(code)).toContain(what);
  });

  it.each([
    'import { setImmediate as nextTick } from "node:timers/promises";',
    "await new Promise((resolve) => setTimeout(resolve));",
    "await new Promise((resolve, reject) => setTimeout(() => reject(new Error()), PATIENCE.timeout));",
    "await expect(async () => { await expect(field).toBeFocused({ timeout: 200 }); }).toPass();",
    "await expect.poll(look, { ...PATIENCE, interval: 50 }).toBe(true);",
    'await pool().query("SELECT pg_sleep(3600)");',
    "const yesterday = new Date(Date.now() - DAY_MS);",
    "const old = new Date(Date.now() - days * 86_400_000);",
    "const seenAt = new Date(Date.now() - agoMs);",
    "expect(until).toEqual(new Date(Date.now() + 600_000));",
    "expect(result.durationMs).toBeGreaterThanOrEqual(0);",
    "expect(answer.durationMs).toBeGreaterThanOrEqual(answer.firstTokenMs);",
    "expect(lengthOf(text)).toBeLessThan(80);",
    "await vi.waitFor(() => expect(isOver()).toBe(true), IN_TIME);",
    'const name = "a" + Date.now();',
  ])("leaves %s", (code) => {
    expect(find(code)).toEqual([]);
  });
});
