/** An agent is one folder and one line in the registry: no other file of the product contains its id. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REGISTRY } from "../../lib/agents/registry.ts";
import { ROOT } from "../setup/paths.ts";
import { isTest, listSourceFiles } from "./list-files.ts";
import {
  isNode,
  lineAt,
  type Node,
  parseSource,
  readSource,
  type Source,
  walk,
} from "./parse-source.ts";
import { readImports } from "./read-imports.ts";

const IDS = REGISTRY.agents.map(({ id }) => id);

/** Finds strings that equal an agent's id, with or without a version, and objects with several ids as keys. */
function findIds(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body) {
    walk(statement, (node) => {
      if (isIdText(node) || isTableOfIds(node))
        found.push(`${source.path}:${lineAt(source, node.start)}`);
    });
  }
  return found;
}

function isIdText(node: Node): boolean {
  const quasi = node.type === "TemplateElement" ? (node.value as { cooked?: unknown }) : null;
  const text = node.type === "Literal" ? node.value : quasi?.cooked;
  return typeof text === "string" && IDS.includes(text.replace(/@\d*$/, ""));
}

function isTableOfIds({ type, properties }: Node): boolean {
  if (type !== "ObjectExpression" || !Array.isArray(properties)) return false;
  const keys = properties.flatMap((property) =>
    isNode(property) && isNode(property.key) ? [property.key.name] : [],
  );
  return IDS.filter((id) => keys.includes(id)).length > 1;
}

/** Ids that a text for people uses as a name: as code, with a version, or beside the word agent. */
function findNamed(text: string): string[] {
  const id = `(?:${IDS.join("|")})`;
  const named = new RegExp(
    `\`${id}\`|\\b${id}@\\d|\\b${id} agents?\\b|\\bagents? \`?${id}\\b`,
    "gi",
  );
  return text.match(named) ?? [];
}

/** Imports of an agent's folder by another agent, or by what agents share; the registry alone names them. */
function findShared(path: string, imported: readonly (string | null)[]): string[] {
  if (path === "lib/agents/registered-agents.ts") return [];
  return IDS.map((id) => `lib/agents/${id}/`)
    .filter((folder) => !path.startsWith(folder))
    .flatMap((folder) => imported.filter((file) => file?.startsWith(folder)))
    .map((file) => `${path}: ${file}`);
}

function isOutside(path: string): boolean {
  if (!/^(?:app|components|lib|scripts)\//.test(path) || isTest(path)) return false;
  if (path.startsWith("lib/db/generated/")) return false;
  return !IDS.some((id) => path.startsWith(`lib/agents/${id}/`));
}

describe("the registry", () => {
  it("is read without loading an agent's code, a prompt, a tool or a store", () => {
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { file, typeOnly, lazy } of readImports(readSource(path)))
        if (file !== null && !typeOnly && !lazy) visit(file);
    };
    visit("lib/agents/registry.ts");
    const rooms = new Set([...seen].map((path) => path.split("/").slice(0, 2).join("/")));
    const pure = [
      "lib/agents",
      "lib/context-state",
      "lib/contracts",
      "lib/env",
      "lib/hidden-state",
    ];
    expect([...rooms].filter((room) => !pure.includes(room))).toEqual([]);
    expect([...seen].filter((path) => path.endsWith("-agent.ts"))).toEqual([]);
  });
});

describe("an agent's folder", () => {
  it("is imported by no other agent, and by nothing that agents share", () => {
    const files = listSourceFiles().filter(
      (path) => path.startsWith("lib/agents/") && !isTest(path),
    );
    const found = files.flatMap((path) =>
      findShared(
        path,
        readImports(readSource(path)).map(({ file }) => file),
      ),
    );
    expect(found).toEqual([]);
  });

  it("would be found in an import", () => {
    const memory = "lib/agents/general/memory.ts";
    expect(findShared("lib/agents/users/users-agent.ts", [memory, null])).toHaveLength(1);
    expect(findShared("lib/agents/loop/answer-call.ts", [memory])).toHaveLength(1);
    expect(findShared("lib/agents/general/general-agent.ts", [memory])).toEqual([]);
  });
});

describe("an agent's id", () => {
  it("is written in its own folder and nowhere else", () => {
    const files = listSourceFiles().filter(isOutside);
    expect(files.flatMap((path) => findIds(readSource(path)))).toEqual([]);
  });

  it("is named by no text of the catalogue", () => {
    const files = listSourceFiles().filter((path) => path.startsWith("lib/messages/"));
    expect(files).toContain("lib/messages/glossary.ts");
    const named = files.flatMap((path) =>
      findNamed(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path}: ${name}`),
    );
    expect(named).toEqual([]);
  });

  it.each([
    "one step to the general agent",
    "Agents, such as `users`.",
    "The state of concierge@1",
    "The agent general answered.",
    "Agent users",
  ])("would be found in the text %s", (text) => {
    expect(findNamed(text)).toHaveLength(1);
  });

  it.each(["List the users", "In general, agents remember.", "Ask the concierge."])(
    "is a word like any other in the text %s",
    (text) => {
      expect(findNamed(text)).toEqual([]);
    },
  );

  it.each([
    'const target = "general";',
    "const state = `concierge@1`;",
    "const source = `users@` + version;",
    "export const TABLE = { general: 1, users: 2 };",
    '<Row agent="users" />',
  ])("would be found in %s", (text) => {
    expect(findIds(parseSource("lib/somewhere/file.tsx", text))).toEqual([
      "lib/somewhere/file.tsx:1",
    ]);
  });

  it("is not a word of a sentence, or one key", () => {
    const text = 'const pool = { users: 0 }; const text = "the general agent";';
    expect(findIds(parseSource("lib/somewhere/file.ts", text))).toEqual([]);
  });
});
