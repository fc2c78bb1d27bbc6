/** Bundles of a real trail, checked by the program that the server hands out, in an empty folder with Node alone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BundleQuery, toExportDetail } from "../../audit/bundle/bundle-header.ts";
import type { BundleLine } from "../../audit/bundle/bundle-line.ts";
import { VERIFIER_TEXT } from "../../audit/generated/verifier-text.ts";
import { db, kysely } from "../client.ts";
import { endRun, seal, TRAIL_KEYS } from "../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { exportTrail, planExport } from "./export-trail.ts";
import { readCheckpoints } from "./read-trail.ts";
import { recordAudit } from "./record-audit.ts";

provideTestDatabase();

const folder = mkdtempSync(join(tmpdir(), "halfsilver-verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without a row of the export, as where no server seals. */
async function exportLines(query: BundleQuery, payloads = true): Promise<BundleLine[]> {
  const header = { origin: "tests/audit", query, payloads };
  return Array.fromAsync(await exportTrail(header, TRAIL_KEYS.verifierKeys, null));
}

/** As a server exports. */
async function exportOnRecord(query: BundleQuery, payloads = false): Promise<BundleLine[]> {
  return Array.fromAsync(await beginOnRecord(query, payloads));
}

async function beginOnRecord(query: BundleQuery, payloads: boolean) {
  const { header, counted } = await planExport("tests/audit", query, payloads);
  const exportId = await recordAudit(kysely(), {
    actorId: null,
    action: "audit.exported",
    target: "audit",
    outcome: "allowed",
    detail: toExportDetail(header, counted),
  });
  await seal();
  return exportTrail(header, TRAIL_KEYS.verifierKeys, exportId);
}

/** As retention erases the payloads of a run. */
async function erasePayloads(runId: string): Promise<void> {
  await db().$executeRaw`UPDATE run_event SET payload = NULL WHERE run_id = ${runId}::uuid`;
  await recordAudit(kysely(), {
    actorId: null,
    action: "payloads.erased",
    target: "retention",
    outcome: "allowed",
    detail: { rule: "retention", runIds: [runId] },
  });
}

/** @returns what the program prints, and how it exits */
function verify(lines: readonly BundleLine[], ...args: string[]) {
  writeFileSync(join(folder, "halfsilver-verify.mjs"), VERIFIER_TEXT);
  writeFileSync(join(folder, "bundle.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const key = args.includes("--key") ? [] : ["--key", TRAIL_KEYS.signer.verifierKey];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["halfsilver-verify.mjs", "bundle.jsonl", ...key, ...args],
    { cwd: folder, encoding: "utf8" },
  );
  return { said: stdout + stderr, status };
}

let run: Awaited<ReturnType<typeof endRun>> & { endedAt: string };
beforeAll(async () => {
  for (let target = 0; target < 20; target += 1)
    await recordAudit(kysely(), {
      actorId: null,
      action: "policy.changed",
      target: `policy number ${target}`,
      outcome: "allowed",
      detail: { name: `policy number ${target}`, version: 1, sha256: "0" },
    });
  await seal();
  await endRun();
  const ended = await endRun();
  const where = { runId: ended.runId, action: "run.ended" };
  const { at } = await db().auditEvent.findFirstOrThrow({ where });
  run = { ...ended, endedAt: at.toISOString() };
});

describe("a bundle", () => {
  it("of the whole trail holds, with the logs of its runs", async () => {
    const { said, status } = verify(await exportLines({}));
    expect(said).toContain(
      "The bundle holds: 22 events, 22 of them in full, 2 logs of runs, 3 checkpoints.",
    );
    expect(status).toBe(0);
  });

  it("of one run gives nothing of the others away but hashes", async () => {
    const lines = await exportLines({ runId: run.runId });
    expect(verify(lines).said).toContain("22 events, 1 of them in full, 1 logs of runs");
    expect(lines.filter(({ type }) => type === "tree").length).toBeLessThan(6);
    expect(JSON.stringify(lines)).not.toContain("policy number");
  });

  it("of a person, or of a time, has the rows of it", async () => {
    expect(verify(await exportLines({ personId: run.person.userId })).said).toContain(
      "22 events, 1 of them",
    );
    expect(verify(await exportLines({ to: new Date(0).toISOString() })).said).toContain(
      "22 events, 0 of them",
    );
  });

  it("without payloads has the same proof", async () => {
    const lines = await exportLines({}, false);
    expect(JSON.stringify(lines)).not.toContain('"nodeId"');
    const { said, status } = verify(lines);
    const events = lines.filter(({ type }) => type === "run-event").length;
    expect(said).toContain(`Payloads of ${events} events of runs are not in it`);
    expect(status).toBe(0);
    expect(verify(await exportLines({})).said).not.toContain("are not in it");
  });

  it("agrees with the anchors of a trail that goes on, where it is one of an export", async () => {
    const exported = await exportOnRecord({ runId: run.runId });
    const other = await exportLines({ runId: run.runId });
    await endRun();
    writeFileSync(join(folder, "anchors.txt"), (await readCheckpoints()).join("\n"));
    const { said, status } = verify(exported, "--anchors", "anchors.txt");
    expect(said).toContain("It was exported at 20");
    expect(said).toContain("The anchors know 1 later event, of which it says nothing.");
    expect(status).toBe(0);
    expect(verify(other, "--anchors", "anchors.txt")).toMatchObject({
      said: expect.stringContaining("everything from here on was cut off"),
      status: 1,
    });
  });

  it.each<[string, () => BundleQuery]>([
    ["everything", () => ({})],
    ["a run", () => ({ runId: run.runId })],
    ["a person", () => ({ personId: run.person.userId })],
    ["who acted", () => ({ actorIds: [run.person.userId, "nobody"] })],
    ["whose words", () => ({ subjectIds: [run.person.userId] })],
    ["an action", () => ({ action: "policy.changed" })],
    ["a target", () => ({ target: "policy number 3" })],
    ["a time", () => ({ from: run.endedAt })],
    ["the time before", () => ({ to: run.endedAt, action: "run.ended" })],
  ])("counts what was asked for as it is checked: %s", async (_name, query) => {
    const lines = await exportOnRecord(query(), true);
    const { said, status } = verify(lines);
    expect(said).toContain("It was exported at 20");
    expect(status).toBe(0);
  });

  it("is not made where nobody seals the row that says that a run was erased", async () => {
    const other = await endRun();
    await erasePayloads(other.runId);
    await expect(exportLines({})).rejects.toThrow("was erased while it was exported");
    await seal();
    expect(verify(await exportOnRecord({})).said).toContain("The logs of 1 of these runs");
  });

  it.each<[string, () => BundleQuery]>([
    ["everything", () => ({})],
    ["a kind of row", () => ({ action: "run.ended" })],
  ])("ends behind the rows that say what was erased meanwhile: %s", async (_name, query) => {
    const erased = [await endRun(), await endRun()];
    const lines: BundleLine[] = [];
    for await (const line of await beginOnRecord(query(), true)) {
      lines.push(line);
      const next = line.type === "run" ? erased.shift() : undefined;
      if (!next) continue;
      await erasePayloads(next.runId);
      await seal();
    }
    const anchors = join(folder, "anchors.txt");
    writeFileSync(anchors, (await readCheckpoints()).join("\n"));
    const { said, status } = verify(lines, "--anchors", anchors);
    expect(said).toContain("It was exported at 20");
    expect(said).toMatch(/The logs of [2-9] of these runs/);
    expect(status).toBe(0);
  });
});
