/** The disk under the data folder fills up and has room again. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const STACK_PATIENCE_MS = 240_000;
const ENDED_WITHIN_MS = 30_000;
/** PostgreSQL starts again with pauses of up to 30 s. */
const IN_TIME = { timeout: 60_000, intervals: [200] };
/** Room for a new database and its log, and little more. */
const DISK_MB = 160;
const INTERRUPTED = "The answer was interrupted. You can try again.";

const canMount = process.platform === "linux" && process.getuid?.() === 0;

/** A small disk in memory. */
function mountDisk(): { folder: string; fill(): void; empty(): void; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      for (const bytes of [1024 * 1024, 4096]) {
        const file = openSync(filler, "a");
        try {
          for (;;) writeSync(file, Buffer.alloc(bytes));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
        } finally {
          closeSync(file);
        }
      }
    },
    empty: () => rmSync(filler),
    unmount() {
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

const promise =
  "on a full disk an answer ends in words, a send is refused, health says so, and all is well when there is room";
const title = canMount
  ? promise
  : `NOT RUN ON THIS SYSTEM (a small disk needs root on Linux): ${promise}`;

test(title, async () => {
  test.setTimeout(STACK_PATIENCE_MS);
  if (!canMount) return;
  const disk = mountDisk();
  const said: string[] = [];
  let stack: TestStack | undefined;
  try {
    const dataDir = join(disk.folder, "data");
    mkdirSync(dataDir);
    const onLine = (line: string) => said.push(line);
    stack = await startTestStack({ name: "disk", dataDir, onLine });
    const { url } = stack;
    const health = async () => {
      const response = await fetch(`${url}/api/health`);
      return { code: response.status, ...(await response.json()) };
    };
    const serverPid = stack.pidOf("server");
    const person = await joinOverHttp(url);
    expect(await takeTurn(person, "Count to 3")).toMatchObject({ ending: "complete" });
    const sent = await person.send("Count to 2000 slowly");
    if (!sent.ok) throw new Error(sent.message);
    let text = "";
    const followed = person
      .follow(sent.runId, (now) => {
        text = now;
      })
      .then((end) => ({ ...end, at: Date.now() }));
    await expect.poll(() => text, IN_TIME).toContain("20, 21");

    const fullAt = Date.now();
    disk.fill();
    await expect.poll(async () => (await health()).code, IN_TIME).toBe(503);
    const ill = await health();
    expect(ill).toMatchObject({ code: 503, status: "ill", parts: { model: "ok" } });
    expect(["full", "away"]).toContain(ill.parts.database);

    const { at, ...end } = await followed;
    expect(end).toMatchObject({ ending: "interrupted", notice: INTERRUPTED });
    expect(at - fullAt).toBeLessThan(ENDED_WITHIN_MS);
    expect(await person.send("Does this arrive?")).toMatchObject({
      ok: false,
      reason: "unavailable",
      message: expect.stringContaining("Try again in a minute."),
    });

    disk.empty();
    await expect.poll(async () => (await health()).parts.database, IN_TIME).toBe("ok");
    await expect
      .poll(() => person.answersOf(sent.conversationId).catch(String), IN_TIME)
      .toMatchObject([{ ending: "interrupted", content: end.text }]);
    await expect
      .poll(() => takeTurn(person, "Count to 3").catch(String), IN_TIME)
      .toMatchObject({ ending: "complete" });
    expect(stack.pidOf("server")).toBe(serverPid);
  } finally {
    await stack?.stop();
    disk.unmount();
  }
});
