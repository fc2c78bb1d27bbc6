/** Real processes that loop, hang, die and flood. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { SANDBOX_LIMITS } from "../limits.ts";
import { type OnceOptions, runOnce } from "./run-once.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "halfsilver-once-")));
afterAll(() => rmSync(folder, { recursive: true }));

let scripts = 0;

function run(source: string, limits: Partial<OnceOptions> = {}) {
  scripts += 1;
  const script = join(folder, `${scripts}.mjs`);
  writeFileSync(script, source);
  const options = {
    script,
    args: [],
    readable: [script],
    heapMaxMb: 64,
    processorMaxS: 1,
    timeoutMs: 100_000,
    memoryMaxBytes: 512 * 1024 * 1024,
    replyMaxBytes: 1_000,
    ...limits,
  };
  return runOnce(options, "input", new AbortController().signal);
}

const BUSY = "for (;;);";

it("gives the line of a process that replies", async () => {
  const echo = 'process.stdin.on("data", (data) => console.log(String(data)));';
  expect(await run(echo)).toEqual({ ok: true, line: "input" });
});

it.each([
  ["the server", {}, constants.priority.PRIORITY_BELOW_NORMAL],
  ["the server and other such processes", { isLast: true }, SANDBOX_LIMITS.lastPriority],
])("gives way to %s", async (_to, limits, priority) => {
  const tell = `import { getPriority } from "node:os"; process.stdin.on("data", () => console.log(getPriority()));`;
  expect(await run(tell, limits)).toEqual({ ok: true, line: String(priority) });
});

it.each([
  ["loops", BUSY, "too-much-work"],
  ["loops and takes no signal", `process.on("SIGXCPU", () => {}); ${BUSY}`, "too-much-work"],
  [
    "blocks its event loop",
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
    "hung",
  ],
  ["stops itself", 'process.kill(process.pid, "SIGSTOP"); setInterval(() => {}, 9);', "hung"],
  ["waits for what never comes", "setInterval(() => {}, 100_000);", "hung"],
  ["ends without a reply", "process.exit(3);", "crashed"],
  ["floods", 'setInterval(() => process.stdout.write("x".repeat(2_000)), 1);', "too-big"],
  ["needs much memory", "const all = []; for (;;) all.push(new Array(9_999).fill(1));", "too-big"],
])("ends a process that %s", async (_kind, source, reason) => {
  expect(await run(source)).toEqual({ ok: false, reason });
});

it("ends a process that is slow by the clock", async () => {
  const slow = "setInterval(() => { for (let i = 0; i < 3e6; i += 1); }, 20);";
  const limits = { processorMaxS: 60, timeoutMs: 3_000 };
  expect(await run(slow, limits)).toEqual({ ok: false, reason: "too-slow" });
});
