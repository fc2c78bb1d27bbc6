import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Settings } from "../../lib/env/settings.ts";
import { ROOT } from "../setup/paths.ts";

/** The settings that the scripts read and the server does not. */
const START_SETTINGS = [
  "HALFSILVER_DATA_DIR",
  "HALFSILVER_DEMO_PASSWORD",
  "HALFSILVER_ADMIN_PASSWORD",
  "HALFSILVER_HOST",
  "DEMO_MODEL_PORT",
  "DEMO_MODEL_TOKEN_DELAY_MS",
  "DEMO_MODEL_CONTROL",
  "HALFSILVER_TEST_CHROMIUM",
] as const;

/** The names in the first column of the table whose first heading is "setting". */
function readSettingsTable(markdown: string): string[] {
  const lines = markdown.split("\n");
  const head = lines.findIndex((line) => /^\|\s*setting\s*\|/i.test(line));
  if (head < 0) return [];
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return (end < 0 ? rows : rows.slice(0, end)).flatMap((row) => {
    const cell = row.split("|")[1] ?? "";
    return [...cell.matchAll(/`([A-Z0-9_]+)`/g)].flatMap((match) => match[1] ?? []);
  });
}

describe("the settings table of README.md", () => {
  it("names every setting once, and nothing else", () => {
    const readme = join(ROOT, "README.md");
    const named = existsSync(readme) ? readSettingsTable(readFileSync(readme, "utf8")) : [];
    const known = new Set([...Object.keys(Settings.in.shape), ...START_SETTINGS]);
    expect(named.toSorted()).toEqual([...known].toSorted());
  });

  it("is parsed correctly", () => {
    const table =
      "text\n\n| setting | default |\n| --- | --- |\n| `A_B` | `C` |\n| `D`, `E` | |\n\n| other | |\n| `F` | |";
    expect(readSettingsTable(table)).toEqual(["A_B", "D", "E"]);
    expect(readSettingsTable("no table, `A`")).toEqual([]);
  });
});
