/** Numbers of a call's arguments: 200 of them reach a tool as they were written, or are refused in words. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isDouble } from "../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { convertSchema } from "./mcp/to-tool.ts";
import { runTool } from "./run-tool.ts";
import type { Tool } from "./tool.ts";

const CONTEXT = {
  conversationId: "c",
  runId: "r",
  files: [],
  signal: new AbortController().signal,
};

/** @returns what the tool was given, as JSON; null where it was not called */
async function call(schema: z.ZodType, text: string, rest: Partial<Tool> = {}) {
  const given: string[] = [];
  const tool = {
    name: "take",
    version: "1",
    description: "",
    arguments: schema,
    timeoutMs: 5_000,
    maxResultBytes: 10_000,
    policy: { writes: false, egress: false, riskTags: [] },
    status: "thinking",
    run: (args: unknown) => {
      given.push(JSON.stringify(args));
      return Promise.resolve({ outcome: "ok" as const, content: "done" });
    },
    ...rest,
  } satisfies Tool;
  const { outcome, content } = await runTool([tool], { name: "take", arguments: text }, CONTEXT);
  return { given: given[0] ?? null, outcome, content };
}

function ofServer(properties: object, rest = {}): z.ZodType {
  const converted = convertSchema({ type: "object", properties, ...rest });
  if (!converted.ok) throw new Error(converted.why);
  return converted.schema;
}
const KEEPS = { keepsNumbers: true } as const;
const ANY = ofServer({ n: { type: "number" } });
const INTEGER = ofServer({ n: { type: "integer" } });

describe("a tool that keeps numbers", () => {
  it("is given each of 200 as it was written", async () => {
    for (const source of twoHundredNumbers())
      expect((await call(ANY, `{"n":${source}}`, KEEPS)).given).toBe(`{"n":${source}}`);
  });

  it("is given those inside lists and objects, beside defaults", async () => {
    const item = { type: "object", properties: { n: { type: "number" } } };
    const schema = ofServer({ list: { type: "array", items: item }, unit: { default: "m" } });
    const { given } = await call(schema, '{"list":[{"n":1.50},{"n":9007199254740993}]}', KEEPS);
    expect(given).toBe('{"list":[{"n":1.50},{"n":9007199254740993}],"unit":"m"}');
  });

  it.each(["7", "7.0", "7e2", "9007199254740993", "-123456789012345678901234567890", "1e300"])(
    "takes %s for an integer",
    async (source) => {
      expect((await call(INTEGER, `{"n":${source}}`, KEEPS)).given).toBe(`{"n":${source}}`);
    },
  );

  it.each(["7.5", "1e-7", '"7"', "null", "0.10000000000000000001", "1000.25"])(
    "does not take %s for an integer",
    async (source) => {
      const { given, content } = await call(INTEGER, `{"n":${source}}`, KEEPS);
      expect([given, content]).toEqual([null, expect.stringContaining("do not fit")]);
    },
  );

  it("checks the bounds of such numbers", async () => {
    const schema = ofServer({ n: { type: "integer", minimum: 0, maximum: 1e20 } });
    expect((await call(schema, '{"n":99999999999999999999}', KEEPS)).outcome).toBe("ok");
    expect((await call(schema, '{"n":999999999999999999999}', KEEPS)).outcome).toBe("failed");
    expect((await call(schema, '{"n":-9007199254740993}', KEEPS)).outcome).toBe("failed");
  });
});

describe("a tool that takes doubles", () => {
  const schema = z.object({ n: z.number() });

  it("is given the same number, or none", async () => {
    for (const source of twoHundredNumbers()) {
      const { given, content } = await call(schema, `{"n":${source}}`);
      if (isDouble(source)) expect(given).toBe(JSON.stringify({ n: Number(source) }));
      else
        expect([given, content]).toEqual([null, expect.stringContaining("cannot hold the number")]);
    }
  });

  it("has its own words for it, without the number", async () => {
    const told: string[] = [];
    const onMisfit = (problem: string) => {
      told.push(problem);
      return null;
    };
    await call(schema, '{"n":9007199254740993}', { onMisfit });
    expect(told).toEqual(["a number with more digits than the tool can hold"]);
  });
});

it.each(["1e400", "-1e400", "1e-400"])(
  "%s is no number, and the model is told so",
  async (source) => {
    for (const rest of [KEEPS, {}]) {
      const { given, outcome, content } = await call(ANY, `{"n":${source}}`, rest);
      expect([given, outcome]).toEqual([null, "failed"]);
      expect(content).toContain(`No number can be ${source}`);
    }
  },
);
