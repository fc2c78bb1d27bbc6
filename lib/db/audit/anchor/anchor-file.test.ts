/** Whatever happens to the file of anchors is found at once; what an operator does in good faith is not suspected. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetSettings } from "../../../env/settings.ts";
import { db, kysely } from "../../client.ts";
import { acknowledgeFindings } from "../../looks/acknowledge-findings.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";
import { openAnchorCommand } from "./anchor-command.ts";
import { type AnchorFile, openAnchorFile, readNewestAnchor } from "./anchor-file.ts";

provideTestDatabase();

const NOTE = "an origin\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— a-key AAAA\n";

let folder: string;
let path: string;
let file: AnchorFile;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "halfsilver-anchors-"));
  path = join(folder, "anchors.txt");
  file = openAnchorFile(path);
  use(path);
  const admin = await createPerson("admin");
  await acknowledgeFindings(admin, (await openFindings()).at(-1)?.id ?? "");
});
afterEach(() => rmSync(folder, { recursive: true }));

function use(first: string): void {
  process.env.HALFSILVER_ANCHOR_FILE = first;
  forgetSettings();
}

const found = async () => (await openFindings()).map(({ fault }) => fault);

describe("the file of anchors", () => {
  it.each([
    ["was removed", () => rmSync(path), ["anchor-lost"]],
    ["was renamed", () => renameSync(path, `${path}.old`), ["anchor-lost"]],
    ["was shortened", () => writeFileSync(path, NOTE), ["anchor-shortened"]],
    [
      "is another one",
      () => {
        writeFileSync(`${path}.new`, readFileSync(path));
        renameSync(`${path}.new`, path);
      },
      ["anchor-replaced"],
    ],
    ["was appended to by another process", () => appendFileSync(path, `${NOTE}\n`), []],
    ["is as it was", () => undefined, []],
  ])("%s while the server runs", async (_how, change, faults) => {
    await file.append(NOTE);
    await file.append(NOTE);
    await file.watch();
    change();
    await file.watch();
    expect(await found()).toEqual(faults);
  });

  it("is lost where it is empty at a start, and was begun on this machine", async () => {
    expect(await readNewestAnchor([])).toBeNull();
    expect(await found()).toEqual([]);
    await file.append(NOTE);
    await expect(readNewestAnchor([])).rejects.toMatchObject({ why: "note-unreadable" });
    rmSync(path);
    await readNewestAnchor([]);
    expect(await found()).toEqual(["anchor-lost"]);
  });

  it("is not lost behind a restored backup, or on a new machine", async () => {
    await readNewestAnchor([]);
    await db()
      .$executeRaw`UPDATE audit_event SET at = at - interval '1 minute' WHERE action = 'anchor.begun'`;
    await recordAudit(kysely(), {
      actorId: null,
      action: "backup.restored",
      target: "database",
      outcome: "allowed",
      detail: { name: "b", sha256: "0", erasedAgain: 0, runIds: [], lost: 0 },
    });
    await readNewestAnchor([]);
    use(join(folder, "elsewhere.txt"));
    await readNewestAnchor([]);
    expect(await found()).toEqual([]);
  });

  it("is not lost behind a restored backup where it was begun by a clock that was ahead", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
    await file.append(NOTE);
    vi.useRealTimers();
    await seal();
    await recordAudit(kysely(), {
      actorId: null,
      action: "backup.restored",
      target: "database",
      outcome: "allowed",
      detail: { name: "b", sha256: "0", erasedAgain: 0, runIds: [], lost: 0 },
    });
    rmSync(path);
    await readNewestAnchor([]);
    expect(await found()).not.toContain("anchor-lost");
  });
});

describe("the command that gets each checkpoint", () => {
  it("has the newest on its input, and is a finding where it fails", async () => {
    const kept = join(folder, "kept.txt");
    const tell = openAnchorCommand(`cat >> '${kept}'`);
    tell(NOTE);
    await expect.poll(() => existsSync(kept) && readFileSync(kept, "utf8")).toBe(NOTE);
    expect(await found()).toEqual([]);
    openAnchorCommand("exit 3")(NOTE);
    await expect.poll(found).toEqual(["anchor-command-failed"]);
  });

  it("is not needed", () => {
    expect(() => openAnchorCommand(undefined)(NOTE)).not.toThrow();
  });
});
