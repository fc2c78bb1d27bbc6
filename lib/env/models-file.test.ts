/** What an operator reads where models.json is wrong: at the start, before anything runs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseByValue } from "../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { readModelsFile } from "./models-file.ts";
import { parseSettings } from "./settings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "halfsilver-models-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function readText(text: string) {
  const path = join(folder, "models.json");
  writeFileSync(path, text);
  return readModelsFile(path);
}

const withConnection = (connection: object) =>
  JSON.stringify({ default: "a", connections: { a: { model: "m", ...connection } } });

it.each([
  ["{", "is not JSON"],
  [JSON.stringify({ connections: {} }), "default:"],
  [JSON.stringify({ default: "b", connections: {} }), 'names the connection "b"'],
  [withConnection({ provider: "olama" }), "connections.a.provider:"],
  [withConnection({ provider: "azure" }), 'the provider "azure" has no address of its own'],
  [withConnection({ baseUrl: "ftp://models" }), "connections.a.baseUrl:"],
  [withConnection({ keyName: "sk-0123" }), "the name of an environment variable, not the key"],
  [withConnection({ fallback: "c" }), 'names the connection "c"'],
])("%s is refused with words", (text, words) => {
  expect(() => readText(text)).toThrow(words);
});

it("keeps each number of a connection's parameters as it is", () => {
  const numbers = twoHundredNumbers();
  const text = `{"default":"a","connections":{"a":{"model":"m","parameters":{"seed":[${numbers.join(",")}]}}}}`;
  const { parameters } = readText(text).connections.a ?? {};
  const written = numbers.map((source) => JSON.stringify(parseByValue(source)));
  expect(JSON.stringify(parameters)).toBe(`{"seed":[${written.join(",")}]}`);
});

const withChoices = (choices: unknown) =>
  JSON.stringify({ default: "a", connections: { a: { model: "m" }, b: { model: "n" } }, choices });

it.each([
  ["a connection that is not there", [{ connection: "c", name: "Fast" }], 'connection "c"'],
  ["a name of nothing", [{ connection: "a", name: " " }], "choices.0.name:"],
  ["no name", [{ connection: "a" }], "choices.0.name:"],
  ["no list", { a: "Fast" }, "choices:"],
  ["a field that nobody reads", [{ connection: "a", name: "Fast", hint: "x" }], '"hint"'],
  [
    "a connection twice",
    [
      { connection: "a", name: "Fast" },
      { connection: "a", name: "Faster" },
    ],
    'choices.1.connection: offers the connection "a" a second time',
  ],
  [
    "a name twice",
    [
      { connection: "a", name: "Fast" },
      { connection: "b", name: "Fast " },
    ],
    'choices.1.name: offers the name "Fast" a second time',
  ],
])("choices with %s are refused with words", (_what, choices, words) => {
  expect(() => readText(withChoices(choices))).toThrow(words);
});

it("choices are taken in their order, and an empty list is none", () => {
  const choices = [
    { connection: "b", name: "Thorough" },
    { connection: "a", name: "Fast" },
  ];
  expect(readText(withChoices(choices)).choices).toEqual(choices);
  expect(readText(withChoices([])).choices).toEqual([]);
  expect(readText(withConnection({})).choices).toEqual([]);
});

it("an address without a scheme is completed", () => {
  const { connections } = readText(withConnection({ baseUrl: "localhost:11434/v1" }));
  expect(connections.a?.baseUrl).toBe("http://localhost:11434/v1");
});

it("a provider without an address of its own needs the setting", () => {
  const given = { DATABASE_URL: "postgresql://db/x", BETTER_AUTH_SECRET: "s".repeat(32) };
  expect(() => parseSettings({ ...given, MODEL_PROVIDER: "azure" })).toThrow(
    "OPENAI_BASE_URL: is needed where MODEL_PROVIDER is azure",
  );
});
