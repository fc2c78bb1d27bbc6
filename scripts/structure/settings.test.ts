/** docs/settings.md: it is what `npm run generate` writes of the schema of settings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DEMO_MODEL } from "../../lib/demo-model/settings.ts";
import { flag, int, list } from "../../lib/env/schema/kinds.ts";
import { Settings } from "../../lib/env/settings.ts";
import {
  describeSetting,
  describeSettings,
  readComments,
  SETTINGS_PAGE,
} from "../build/describe-settings.ts";
import { ROOT } from "../setup/paths.ts";
import { START_SETTINGS } from "../start/start-settings.ts";
import { isTest, listSourceFiles } from "./list-files.ts";

const written = describeSettings(ROOT);
const OUTSIDE_THE_SERVER = { ...START_SETTINGS, ...DEMO_MODEL };
const SCHEMAS: Record<string, z.ZodType> = { ...Settings.in.shape, ...OUTSIDE_THE_SERVER };
const cellsOf = (row: string) => row.split(" | ").map((cell) => cell.replace(/^\| /, ""));

describe("docs/settings.md", () => {
  it("is what npm run generate writes", () => {
    expect(readFileSync(join(ROOT, SETTINGS_PAGE), "utf8")).toBe(written);
  });

  it("has one row for every setting, and no other", () => {
    const named = [...written.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(SCHEMAS).toSorted());
  });

  it("says of no setting that it takes any text which refuses one", () => {
    const rows = written.split("\n").map(cellsOf);
    const free = rows.filter(([, , values = ""]) => /^texts?\b/.test(values));
    expect(free.length).toBeGreaterThan(5);
    const refusing = free.filter(([name = ""]) =>
      ["?\n+", "a b", "-", "{", "x".repeat(500)].some(
        (text) => !SCHEMAS[name.replaceAll("`", "")]?.safeParse(text).success,
      ),
    );
    expect(refusing.map(([name]) => name)).toEqual([]);
  });

  it("has no setting of the scripts that nothing reads", () => {
    const texts = listSourceFiles()
      .filter((path) => /^(?:scripts|lib\/demo-model)\//.test(path) && !isTest(path))
      .filter((path) => !/(?:start-settings|demo-model\/settings)\.ts$/.test(path))
      .map((path) => readFileSync(join(ROOT, path), "utf8"));
    const unread = Object.keys(OUTSIDE_THE_SERVER).filter(
      (name) => !texts.some((text) => text.includes(name)),
    );
    expect(unread).toEqual([]);
  });
});

describe("a row", () => {
  const row = (name: string, schema: z.ZodType, byDefault?: string) => {
    const { byDefault: words, values } = describeSetting(name, schema, { meaning: "", byDefault });
    return [words, values];
  };

  it.each<[string, z.ZodType, string | undefined, string, string]>([
    ["WAIT_MS", int(5, 1, 9), undefined, "`5`", "1 to 9 ms"],
    ["QUOTA_MB_PER_DAY", int(5, 0, 9), undefined, "`5`", "0 to 9 MB"],
    ["OPEN", flag("1"), "0 in a demo", "`1`; 0 in a demo", "`0`, `1`"],
    ["WORD", z.enum(["keep", "mask"]).optional(), undefined, "none", "`keep`, `mask`"],
    ["COST", z.coerce.number().positive().max(9).optional(), undefined, "none", "above 0 up to 9"],
    ["KEY", z.string().min(32).optional(), "derived", "derived", "32 characters or more"],
    ["PLACE", z.url(), "our own", "our own", "an address"],
    [
      "LIST",
      list.pipe(z.array(z.enum(["a", "b"]))),
      undefined,
      "none",
      "`a`, `b`, separated by commas",
    ],
    ["NAME", z.string().regex(/^a+$/, "letters a").default("a"), undefined, "`a`", "letters a"],
    [
      "BUS",
      z
        .string()
        .refine((word) => word === "a", "an a")
        .optional(),
      undefined,
      "none",
      "an a",
    ],
    [
      "NAMES",
      list.pipe(z.array(z.string().refine((word) => word === "a", "as"))),
      undefined,
      "none",
      "as, separated by commas",
    ],
    ["PLACE", z.string().describe("a folder").default("b"), undefined, "`b`", "a folder"],
    ["PASSWORD", z.string().min(8).max(99).optional(), "asked", "asked", "8 to 99 characters"],
  ])("%s says its default and its values", (name, schema, byDefault, ...cells) => {
    expect(row(name, schema, byDefault)).toEqual(cells);
  });

  it("takes its words from the comment", () => {
    const source =
      "/** Other. */\nconst a = 1;\n/**\n * Two\n * lines.\n * @default b\n */\nA_B: 1,";
    expect([...readComments(source)]).toEqual([["A_B", { meaning: "Two lines.", byDefault: "b" }]]);
  });
});
