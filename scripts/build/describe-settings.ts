/** Describes every setting for docs/settings.md, from the schema of settings and the comments in it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEMO_MODEL } from "../../lib/demo-model/settings.ts";
import { ACCOUNTS } from "../../lib/env/schema/accounts.ts";
import { DATA } from "../../lib/env/schema/data.ts";
import { MODELS } from "../../lib/env/schema/models.ts";
import { SERVER } from "../../lib/env/schema/server.ts";
import { TURNS } from "../../lib/env/schema/turns.ts";
import { START_SETTINGS } from "../start/start-settings.ts";

export const SETTINGS_PAGE = "docs/settings.md";

type Section = { title: string; file: string; shape: Record<string, z.ZodType> };
type Row = { name: string; byDefault: string; values: string; meaning: string };

const SECTIONS: readonly Section[] = [
  { title: "Server", file: "lib/env/schema/server.ts", shape: SERVER },
  { title: "Accounts", file: "lib/env/schema/accounts.ts", shape: ACCOUNTS },
  { title: "Models and costs", file: "lib/env/schema/models.ts", shape: MODELS },
  { title: "Turns, agents and tools", file: "lib/env/schema/turns.ts", shape: TURNS },
  { title: "Retention, privacy and audit", file: "lib/env/schema/data.ts", shape: DATA },
  { title: "Start and tests", file: "scripts/start/start-settings.ts", shape: START_SETTINGS },
  { title: "Demo model", file: "lib/demo-model/settings.ts", shape: DEMO_MODEL },
];

const INTRODUCTION = `<!-- Written by npm run generate from lib/env/schema, scripts/start/start-settings.ts and lib/demo-model/settings.ts. Change those. -->

# Settings

All settings are environment variables. An empty one counts as absent. A wrong one stops the start, with its name and what
was expected. \`.env.example\` has those that most deployments set. Where \`0\` and \`1\` are the values, \`false\` and \`true\`
are understood, too. [Add a setting](guides/add-a-setting.md) says how this page is made.`;

/** @param target a folder that stands for the project's root */
export function writeSettingsPage(root: string, target = root): void {
  writeFileSync(join(target, SETTINGS_PAGE), describeSettings(root));
}

/** The text of docs/settings.md. @throws Error that names a setting without a comment */
export function describeSettings(root: string): string {
  const sections = SECTIONS.map(({ title, file, shape }) => {
    const comments = readComments(readFileSync(join(root, file), "utf8"));
    const rows = Object.entries(shape).map(([name, schema]) => {
      const comment = comments.get(name);
      if (!comment) throw new Error(`${file}: ${name} has no comment`);
      return describeSetting(name, schema, comment);
    });
    return `## ${title}\n\n${toTable(rows)}`;
  });
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

type Comment = { meaning: string; byDefault?: string };

/** The comment before each property in capitals: its text, and what follows `@default`. */
export function readComments(source: string): Map<string, Comment> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([A-Z][A-Z0-9_]*):/g);
  return new Map(
    Array.from(found, ([, text = "", name = ""]) => {
      const words = text.replaceAll(/\s+(?:\* ?)?/g, " ").trim();
      const [meaning = "", byDefault] = words.split(" @default ");
      return [name, { meaning, byDefault }] as const;
    }),
  );
}

/** What JSON Schema says of a value: as it is given, or as it is read. */
type Described = {
  default?: unknown;
  description?: string;
  enum?: readonly string[];
  type?: string;
  items?: Described;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

const describe = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Described;

export function describeSetting(
  name: string,
  schema: z.ZodType,
  { meaning, byDefault }: Comment,
): Row {
  const { default: own } = describe(schema, "input");
  const words = [...(own === undefined || own === "" ? [] : [`\`${own}\``]), byDefault];
  return {
    name,
    byDefault: words.filter(Boolean).join("; ") || "none",
    values: describeValues(name, schema),
    meaning,
  };
}

function describeValues(name: string, schema: z.ZodType): string {
  const given = describe(schema, "input");
  if (given.enum) return toWords(given.enum.filter((word) => word !== "false" && word !== "true"));
  const { minimum, exclusiveMinimum, maximum, minLength = 0, maxLength } = given;
  if (maximum !== undefined) {
    const range = minimum === undefined ? `above ${exclusiveMinimum} up to` : `${minimum} to`;
    return `${range} ${maximum}${unitOf(name)}`;
  }
  const read = describe(schema, "output");
  if (read.format === "uri") return "an address";
  if (given.default !== "" && /^(?:array|object)$/.test(read.type ?? "")) return "JSON";
  const rule = ruleOf(schema);
  if (read.type === "array") return `${rule ?? toWords(read.items?.enum)}, separated by commas`;
  if (maxLength !== undefined)
    return `${minLength > 1 ? `${minLength} to` : "at most"} ${maxLength} characters`;
  if (minLength > 1) return `${minLength} characters or more`;
  return rule ?? given.description ?? "text";
}

/** What a start says of a text that breaks the setting's own rule. */
function ruleOf(schema: z.ZodType): string | undefined {
  const [issue] = schema.safeParse("?\n+").error?.issues ?? [];
  const isOwn = issue?.code === "custom" || issue?.code === "invalid_format";
  return isOwn ? issue.message.replaceAll("<", "\\<") : undefined;
}

function toWords(words: readonly string[] = []): string {
  return words.map((word) => `\`${word}\``).join(", ") || "texts";
}

function unitOf(name: string): string {
  if (name.endsWith("_MS")) return " ms";
  if (/_MB(?:_|$)/.test(name)) return " MB";
  return name.endsWith("_DAYS") ? " days" : "";
}

function toTable(rows: readonly Row[]): string {
  const head = "| setting | default | values | what it does |\n| --- | --- | --- | --- |";
  const lines = rows.map(({ name, byDefault, values, meaning }) => {
    const cells = [`\`${name}\``, byDefault, values, meaning];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return [head, ...lines].join("\n");
}
