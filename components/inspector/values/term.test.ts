import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as glossary from "@/lib/messages/glossary.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "../../../docs/glossary.md"), "utf8");

it("what the inspector explains, docs/glossary.md explains in the same words", () => {
  const missing = Object.values(glossary).filter((meaning) => !DOCUMENT.includes(meaning()));
  expect(missing.map((meaning) => meaning())).toEqual([]);
});
