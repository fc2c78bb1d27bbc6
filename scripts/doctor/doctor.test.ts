/** The doctor as a shell runs it, against the demo model and against servers that are not right. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startDemoModel } from "../../lib/demo-model/start-demo-model.ts";
import { type ModelServer, startModelServer } from "../../lib/llm/testing/start-model-server.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { reportModels } from "./report-models.ts";

const KEY = "a-key-that-no-terminal-shows";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ models: ["gpt-5-mini"], key: KEY });
});
afterEach(() => server.close());

type Run = { code: number; text: string };

function runDoctor(environment: Record<string, string>, ...args: string[]): Promise<Run> {
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, MODELS_FILE: ___, ...rest } = process.env;
  const env = { ...rest, ...environment } as NodeJS.ProcessEnv;
  const program = join(ROOT, "scripts/doctor/main.ts");
  return new Promise((resolve) => {
    execFile(
      NODE,
      ["--conditions=react-server", program, ...args],
      { env, cwd: ROOT },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });
}

describe("npm run doctor", () => {
  it("finds the demo model right, and prints what it can do", async () => {
    const demo = await startDemoModel({ port: 0, tokenDelayMs: 0 });
    const { code, text } = await runDoctor({ OPENAI_BASE_URL: demo.url, OPENAI_MODEL: "demo" });
    await demo.close();
    expect(text).toContain("default: ok (Another server, demo)");
    expect(text).toMatch(/^ {2}Tools +can +200: a call was reported$/m);
    expect(text).toMatch(/^ {2}Embeddings +cannot +404 for embeddings by text-embedding-3-small:/m);
    expect(text).toMatch(/^ {2}Images +can +200: seen: red\.$/m);
    expect(text).toMatch(/^ +Documents are searched by words\.$/m);
    expect(text).toMatch(/^ {2}Empty text beside calls +not known$/m);
    expect(code).toBe(0);
  });

  it("prints what a server lacks, with its answer and what is done about it", async () => {
    const { code, text } = await runDoctor({
      OPENAI_BASE_URL: `${server.origin}/v1`,
      OPENAI_API_KEY: KEY,
    });
    expect(text).toMatch(/^ {2}JSON schema +cannot +200: taken, but no such JSON came: OK$/m);
    expect(text).toMatch(/^ +JSON object, forced tool call, or the schema in the prompt\.$/m);
    expect(text).not.toContain(KEY);
    expect(code).toBe(0);
  });

  it("exits with 1 and a sentence where the key is wrong, and shows no key", async () => {
    const wrong = "another-key-of-somebody";
    const { code, text } = await runDoctor({
      OPENAI_BASE_URL: `${server.origin}/v1`,
      OPENAI_API_KEY: wrong,
    });
    expect(text).toContain(`127.0.0.1:${server.port} refuses the key in OPENAI_API_KEY (401:`);
    expect(text).not.toContain(wrong);
    expect(code).toBe(1);
  });

  it.each([
    [
      "no credit",
      402,
      "The account of the key in OPENAI_API_KEY has no credit at HOST (402: Nope).",
    ],
    [
      "too many requests",
      429,
      "HOST limits how often the key in OPENAI_API_KEY may be used (429: Nope). Ask again later.",
    ],
    ["a refusal", 422, 'HOST refuses what a turn sends to "gpt-5-mini" (422: Nope).'],
  ])(
    "exits with 1 where the list is right and completions meet %s",
    async (_, status, sentence) => {
      const broken = await startModelServer({
        models: ["gpt-5-mini"],
        answer: ({ method }) =>
          method === "POST" ? { status, body: { error: { message: "Nope" } } } : null,
      });
      const settings = { OPENAI_BASE_URL: `${broken.origin}/v1`, OPENAI_API_KEY: KEY };
      const { code, text } = await runDoctor(settings, "--brief");
      // What `npm start` prints.
      const started = await reportModels(ROOT, {
        ...process.env,
        MODELS_FILE: undefined,
        ...settings,
      });
      await broken.close();
      const line = `Model "default": ${sentence.replaceAll("HOST", `127.0.0.1:${broken.port}`)}`;
      expect(text).toBe(`${line}\n`);
      expect(started).toEqual([line]);
      expect(code).toBe(1);
    },
  );

  it("finds a server right whose refusal nobody knows, once its probes show what it lacks", async () => {
    const strict = await startModelServer({
      models: ["gpt-5-mini"],
      answer: (_request, body) =>
        body.includes('"tools"') ? { status: 400, body: { error: { message: "Nope" } } } : null,
    });
    const settings = { OPENAI_BASE_URL: `${strict.origin}/v1`, OPENAI_API_KEY: KEY };
    const { code, text } = await runDoctor(settings);
    await strict.close();
    expect(text).toContain("default: ok");
    expect(text).toMatch(/^ {2}Tools +cannot +400: Nope$/m);
    expect(code).toBe(0);
  });

  it("prints what was asked and not found out as unclear", async () => {
    const { text } = await runDoctor({
      OPENAI_BASE_URL: `${server.origin}/v1`,
      OPENAI_API_KEY: KEY,
    });
    expect(text).toMatch(/^ {2}Tools +unclear +200: the answer shows nothing$/m);
    expect(text).toMatch(/^ {2}Empty text beside calls +not known$/m);
  });

  it("reads models.json, and says of it only what is wrong when asked to be brief", async () => {
    const folder = mkdtempSync(join(tmpdir(), "halfsilver-doctor-"));
    const file = join(folder, "models.json");
    const baseUrl = `127.0.0.1:${server.port}/v1`;
    const connections = {
      right: { model: "gpt-5-mini", baseUrl, keyName: "MY_KEY" },
      wrong: { model: "gpt-6", baseUrl, keyName: "MY_KEY" },
    };
    writeFileSync(file, JSON.stringify({ default: "right", connections }));
    const { code, text } = await runDoctor({ MODELS_FILE: file, MY_KEY: KEY }, "--brief");
    rmSync(folder, { recursive: true });
    expect(text).toBe(
      `Model "wrong": 127.0.0.1:${server.port} has no model "gpt-6". It has gpt-5-mini. Correct connections.wrong.model.\n`,
    );
    expect(code).toBe(1);
  });

  it("says in words what is wrong with models.json", async () => {
    const { code, text } = await runDoctor({ MODELS_FILE: "/no/such/models.json" });
    expect(text).toContain("MODELS_FILE /no/such/models.json cannot be read: ENOENT");
    expect(code).toBe(1);
  });

  it("says that the demo model answers where none is set", async () => {
    const { code, text } = await runDoctor({});
    expect(text).toContain("npm start uses the demo model");
    expect(code).toBe(0);
  });
});
