/**
 * Compiles the message catalogue, `messages/en/*.json`, into one module of functions for each file, in `lib/messages`.
 *
 * A message is a text with parameters in braces, or two texts chosen by the parameter `count`:
 * `{ "hello": "Hello {name}", "files": { "one": "{count} file", "other": "{count} files" } }`. A module for each
 * feature keeps the texts of one page out of the script of another.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@inlang/paraglide-js";
import { ROOT } from "../setup/paths.ts";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";

const LOCALE = "en";
const SOURCES = [
  "messages",
  "scripts/build/compile-messages.ts",
  "node_modules/@inlang/paraglide-js/package.json",
];

type Text = string | { one: string; other: string };

export async function compileMessages(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const source = join(root, "messages", LOCALE);
  const target = join(root, "lib/messages");
  await makeWhenStale(join(target, ".stamp"), hashSources(root, SOURCES, /^$/), async () => {
    onProgress("Compiling the message catalogue");
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "registry.ts"), REGISTRY);
    for (const file of readdirSync(source).filter((name) => name.endsWith(".json"))) {
      const catalogue: unknown = JSON.parse(readFileSync(join(source, file), "utf8"));
      writeFileSync(
        join(target, file.replace(/json$/, "ts")),
        compileCatalogue(`messages/${LOCALE}/${file}`, catalogue),
      );
    }
  });
}

/** What the compiled code calls to choose between singular and plural. */
const REGISTRY = `const rules = new Intl.PluralRules("${LOCALE}");
export const plural = (_locale: string, count: unknown, _options: object) => rules.select(Number(count));
`;

/**
 * @param path named in errors
 * @returns the code of the module
 * @throws Error that names the first invalid message
 */
export function compileCatalogue(path: string, catalogue: unknown): string {
  if (typeof catalogue !== "object" || catalogue === null)
    throw new Error(`${path}: not an object`);
  const messages = Object.entries(catalogue).map(([key, text]) => {
    const problem = problemOf(key, text);
    if (problem) throw new Error(`${path}, ${key}: ${problem}`);
    return compileText(key, text);
  });
  const needsRegistry = messages.some((code) => code.includes("registry."));
  return [
    `/** Generated from ${path}. */`,
    ...(needsRegistry ? ['import * as registry from "./registry.ts";'] : []),
    ...messages,
    "",
  ].join("\n");
}

function problemOf(key: string, text: unknown): string | null {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return "a key is an identifier in camel case";
  if (RESERVED.has(key)) return "a key may not be a reserved word";
  if (typeof text === "string") return text === "" ? "the text is empty" : null;
  const forms = typeof text === "object" && text !== null ? Object.entries(text) : [];
  const names = forms.map(([name]) => name).toSorted();
  if (names.join() !== "one,other" || forms.some(([, form]) => typeof form !== "string")) {
    return 'neither a text nor { "one", "other" }';
  }
  return null;
}

const RESERVED = new Set(
  "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield await let static".split(
    " ",
  ),
);

function compileText(key: string, text: Text): string {
  const forms = typeof text === "string" ? [text] : [text.one, text.other];
  const isPlural = typeof text !== "string";
  const names = new Set([...(isPlural ? ["count"] : []), ...forms.flatMap(parametersOf)]);
  const inputs = [...names].map((name) => ({ type: "input-variable" as const, name }));
  const message = {
    id: key,
    bundleId: key,
    locale: LOCALE,
    selectors: isPlural ? [{ type: "variable-reference" as const, name: "form" }] : [],
  };
  const variants = forms.map((form, index) => ({
    id: `${key}-${index}`,
    messageId: key,
    matches: isPlural ? [MATCHES[index === 0 ? "one" : "other"]] : [],
    pattern: patternOf(form),
  }));
  const { code } = compileMessage([...inputs, ...(isPlural ? [FORM] : [])], message, variants);
  const fields = [...names].map(
    (name) => `${name}: ${name === "count" ? "number" : "string | number"}`,
  );
  const type = names.size > 0 ? `(inputs: { ${fields.join("; ")} }) => string` : "() => string";
  return `/** ${forms.join(" / ").replaceAll("*/", "*\\/")} */\nexport const ${key}: ${type} = ${code}`;
}

const FORM = {
  type: "local-variable" as const,
  name: "form",
  value: {
    type: "expression" as const,
    arg: { type: "variable-reference" as const, name: "count" },
    annotation: { type: "function-reference" as const, name: "plural", options: [] },
  },
};

const MATCHES = {
  one: { type: "literal-match" as const, key: "form", value: "one" },
  other: { type: "catchall-match" as const, key: "form" },
};

const PARAMETER = /\{([a-zA-Z]\w*)\}/g;

function parametersOf(text: string): string[] {
  return [...text.matchAll(PARAMETER)].map((match) => match[1] ?? "");
}

function patternOf(text: string) {
  return text
    .split(PARAMETER)
    .map((part, index) =>
      index % 2 === 0
        ? { type: "text" as const, value: part }
        : {
            type: "expression" as const,
            arg: { type: "variable-reference" as const, name: part },
          },
    )
    .filter((part) => part.type !== "text" || part.value !== "");
}

if (import.meta.main) await compileMessages(ROOT, console.log);
