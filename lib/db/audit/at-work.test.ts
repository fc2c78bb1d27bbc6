/** Many writers, several sealers, and processes that are killed at work: nothing is lost, and the trail holds. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { until } from "../../../scripts/testing/until.ts";
import { db, kysely } from "../client.ts";
import { checkTrail, TRAIL_KEYS } from "../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { recordAudit } from "./record-audit.ts";
import { sealTrail } from "./seal/seal-trail.ts";

provideTestDatabase();

const WRITERS = 50;
const ROWS_EACH = 10;
const KILLED = 3;
const PROGRAM = fileURLToPath(new URL("./testing/at-work.mjs", import.meta.url));

/** The session of a sealer that was killed may hold its lock for a moment longer. */
const sealRest = () =>
  until("everything is sealed", async () => (await sealTrail(TRAIL_KEYS, null))?.hasMore === false);

async function write(writer: number): Promise<void> {
  for (let row = 0; row < ROWS_EACH; row += 1)
    await recordAudit(kysely(), {
      actorId: `writer-${writer}`,
      action: "policy.changed",
      target: `row ${row}`,
      outcome: "allowed",
      detail: { name: "any", version: row, sha256: "0" },
    });
}

/** @returns a process at work, and what it said so far */
async function start(work: "seal" | "write"): Promise<{ child: ChildProcess; said: string[] }> {
  const child = spawn(process.execPath, ["--conditions=react-server", PROGRAM, work], {
    stdio: ["ignore", "pipe", "inherit"],
    env: process.env,
  });
  const said: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    said.push(...lines);
  });
  await expect.poll(() => said.length).toBeGreaterThan(0);
  return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "close");
}

describe("the trail", () => {
  it("holds under many writers and two sealers, and has every row", async () => {
    let isOver = false;
    const keepSealing = async () => {
      while (!isOver) await sealTrail(TRAIL_KEYS, null);
    };
    const sealers = [keepSealing(), keepSealing()];
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isOver = true;
    await Promise.all(sealers);
    await sealRest();
    expect(await checkTrail()).toMatchObject({ ok: true, size: WRITERS * ROWS_EACH });
  });

  it("holds where a sealer is killed at work", async () => {
    for (let killed = 0; killed < KILLED; killed += 1) {
      const { child } = await start("seal");
      await write(killed);
      await kill(child);
    }
    await sealRest();
    expect(await checkTrail()).toMatchObject({ ok: true });
    expect(await db().auditEvent.count({ where: { place: null } })).toBe(0);
  });

  it("has every row of an effect that was committed, where a writer is killed at work", async () => {
    const { child, said } = await start("write");
    await expect.poll(() => said.length).toBeGreaterThan(5);
    await kill(child);
    await sealRest();
    const rows = await db().auditEvent.findMany({ where: { action: "account.saved" } });
    const people = await db().user.findMany({ where: { name: "Somebody" } });
    const recorded = rows.map(({ subjectId }) => subjectId);
    expect(recorded).toEqual(expect.arrayContaining(said.slice(1)));
    expect(recorded.sort()).toEqual(people.map(({ id }) => id).sort());
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});
