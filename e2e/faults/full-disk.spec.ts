/** The disk of the data folder fills up, and gets free space again. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const STACK_PATIENCE_MS = 240_000;
const ENDED_WITHIN_MS = 30_000;
/** PostgreSQL is restarted with pauses of up to 30 s. */
const IN_TIME = { timeout: 60_000, intervals: [200] };
/** Little more than a new database and its log need. */
const DISK_MB = 160;
const tryAgain = expect.stringContaining("Try again in a minute.");
const INTERRUPTED = "The answer was interrupted. You can try again.";

const canMount = process.platform === "linux" && process.getuid?.() === 0;

/** Mounts a small tmpfs. */
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

test("on a full disk an answer ends with a notice, a send is refused, /api/health is 503, and everything recovers with free space", async () => {
  test.skip(!canMount, "mounting a small disk needs root on Linux");
  test.setTimeout(STACK_PATIENCE_MS);
  const disk = mountDisk();
  let stack: TestStack | undefined;
  try {
    const dataDir = join(disk.folder, "data");
    mkdirSync(dataDir);
    stack = await startTestStack({ name: "disk", dataDir, ownPostgres: true });
    const { url } = stack;
    const health = async () => {
      const response = await fetch(`${url}/api/health`);
      return { code: response.status, ...(await response.json()) };
    };
    const serverPid = stack.pidOf("server");
    const person = await joinOverHttp(stack);
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
    // The first state that is not "ok": PostgreSQL may stop later, and is then "away".
    let unhealthy = await health();
    const firstUnhealthy = async () => {
      if (unhealthy.code === 200) unhealthy = await health();
      return unhealthy;
    };
    await expect
      .poll(firstUnhealthy, IN_TIME)
      .toMatchObject({ code: 503, status: "ill", parts: { database: "full", model: "ok" } });

    const { at, ...end } = await followed;
    expect(end).toMatchObject({ ending: "interrupted", notice: INTERRUPTED });
    expect(at - fullAt).toBeLessThan(ENDED_WITHIN_MS);
    // PostgreSQL frees and reuses parts of its log when it starts again, so that a message may still find room.
    const refused = { ok: false, reason: "unavailable", message: tryAgain };
    await expect
      .poll(() => {
        disk.fill();
        return person.send("Does this arrive?");
      }, IN_TIME)
      .toMatchObject(refused);

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
