import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readActionIds } from "./read-action-ids.ts";

const ID = "a1".repeat(21);
const folders: string[] = [];

function buildWith(manifest: string): string {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-build-"));
  folders.push(folder);
  mkdirSync(join(folder, "server"));
  writeFileSync(join(folder, "server", "server-reference-manifest.json"), manifest);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("readActionIds", () => {
  it("reads the ids of a build", () =>
    expect(readActionIds(buildWith(JSON.stringify({ node: { [ID]: {} }, edge: {} })))).toEqual(
      new Set([ID]),
    ));

  it.each([
    ["is missing", null],
    ["is not JSON", "{"],
    ["names no action", '{"node": {}}'],
    ["keeps its ids elsewhere", `{"actions": ["${ID}"]}`],
    ["keeps something else there", '{"node": {"app/page": {}}}'],
    ["is a list", `{"node": ["${ID}"]}`],
  ])("returns null, so that Next decides, when the manifest %s", (_what, manifest) =>
    expect(readActionIds(manifest === null ? tmpdir() : buildWith(manifest))).toBeNull(),
  );
});
