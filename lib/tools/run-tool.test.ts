import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "../errors/app-error.ts";
import { runTool } from "./run-tool.ts";
import type { Tool, ToolContext } from "./tool.ts";

const Arguments = z.strictObject({
  text: z.string().min(1),
  times: z.int().max(9).optional(),
  mood: z.enum(["calm", "loud"]).nullish(),
});

function makeTool(run: Tool<typeof Arguments>["run"], limits: { timeoutMs?: number } = {}) {
  const echo: Tool<typeof Arguments> = {
    name: "echo",
    version: "1",
    description: "Says it again.",
    arguments: Arguments,
    timeoutMs: 5_000,
    maxResultBytes: 1_000,
    policy: { writes: false, egress: false, riskTags: [] },
    status: "thinking",
    run,
    ...limits,
  };
  return echo;
}

const signal = new AbortController().signal;
const context: ToolContext = { conversationId: "c", runId: "r", files: [], signal };
const echo = makeTool(async ({ text }) => ({ outcome: "ok", content: text }));
const never = makeTool(() => new Promise(() => {}), { timeoutMs: 30 });

describe("runTool", () => {
  afterEach(() => void vi.useRealTimers());

  it("gives the tool what fits its schema, and tells what came of it", async () => {
    const result = await runTool([echo], { name: "echo", arguments: '{"text":"hé"}' }, context);
    expect(result).toMatchObject({ outcome: "ok", content: "hé", bytes: 3 });
    expect(result.parsedArguments).toEqual({ text: "hé" });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
  });

  it("says that too much is under way, and that the person can try again", async () => {
    const refused = makeTool(() => Promise.reject(new AppError("too-much-at-once")));
    const onError = () => expect.unreachable();
    const call = { name: "echo", arguments: '{"text":"a"}' };
    const result = await runTool([refused], call, context, { onError });
    expect(result.outcome).toBe("failed");
    expect(result.content).toContain("can be tried again in a moment");
  });

  it("does not count a wait for others as the tool's own time, and tells of it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const queued = makeTool(
      async ({ text }, { waits }) => {
        waits?.begin();
        vi.advanceTimersByTime(120);
        waits?.end();
        return { outcome: "ok", content: text };
      },
      { timeoutMs: 60 },
    );
    const told: boolean[] = [];
    const result = await runTool([queued], { name: "echo", arguments: '{"text":"a"}' }, context, {
      onWaiting: (isWaiting) => told.push(isWaiting),
    });
    expect(result).toMatchObject({ outcome: "ok", content: "a" });
    expect(told).toEqual([true, false]);
  });

  it("hands on a denial", async () => {
    const denied = makeTool(async () => ({ outcome: "denied", content: "not you" }));
    const result = await runTool([denied], { name: "echo", arguments: '{"text":"a"}' }, context);
    expect(result).toMatchObject({ outcome: "denied", content: "not you" });
  });

  it.each([
    ["an unknown name", { name: "shout", arguments: "{}" }, 'no tool "shout". There are: echo.'],
    ["no JSON", { name: "echo", arguments: '{"text": "a' }, "not valid JSON (Unterminated string"],
    ["no object", { name: "echo", arguments: '["a"]' }, "expected object, received array"],
    ["nothing at all", { name: "echo", arguments: "" }, "at text"],
    ["a field too many", { name: "echo", arguments: '{"text":"a","x":1}' }, '"x"'],
    ["a wrong value", { name: "echo", arguments: '{"text":"a","times":99}' }, "at times"],
  ])("sends back %s with what is wrong", async (_name, call, why) => {
    const run = vi.fn(echo.run);
    const result = await runTool([{ ...echo, run }], call, context);
    expect(result.outcome).toBe("failed");
    expect(result.content).toContain(why);
    expect(run).not.toHaveBeenCalled();
    expect(result.parsedArguments).toBeUndefined();
  });

  it("says in short what it expected", async () => {
    const { content } = await runTool([echo], { name: "echo", arguments: "{" }, context);
    expect(content).toContain(
      '{"text": string, "times"?: integer, "mood"?: "calm" | "loud" | null}',
    );
  });

  it("takes no arguments where none are needed", async () => {
    const plain: Tool = { ...echo, arguments: z.strictObject({}), run: async () => OK };
    expect((await runTool([plain], { name: "echo", arguments: " " }, context)).outcome).toBe("ok");
  });

  it("does not wait for a tool that hangs, and aborts it", async () => {
    let aborted = false;
    const hanging = makeTool(
      (_args, { signal: own }) => {
        own.addEventListener("abort", () => (aborted = true));
        return new Promise(() => {});
      },
      { timeoutMs: 30 },
    );
    const result = await runTool([hanging], { name: "echo", arguments: '{"text":"a"}' }, context);
    expect(result.outcome).toBe("failed");
    expect(result.content).toContain("took longer than 0.03 s");
    expect(aborted).toBe(true);
  });

  it("ends at once on a stop, and does not begin after one", async () => {
    const stop = new AbortController();
    const slow = { ...never, timeoutMs: 60_000 };
    const running = runTool(
      [slow],
      { name: "echo", arguments: '{"text":"a"}' },
      { ...context, signal: stop.signal },
    );
    stop.abort();
    expect((await running).content).toBe("The call was stopped.");
    const run = vi.fn(echo.run);
    const late = await runTool(
      [{ ...echo, run }],
      { name: "echo", arguments: '{"text":"a"}' },
      { ...context, signal: stop.signal },
    );
    expect(late.outcome).toBe("failed");
    expect(run).not.toHaveBeenCalled();
  });

  it("keeps what a tool threw from the model, and hands it to the log", async () => {
    const error = new Error("ECONNREFUSED /srv/secret canary");
    const onError = vi.fn();
    for (const run of [() => Promise.reject(error), throwing(error)]) {
      const result = await runTool(
        [makeTool(run)],
        { name: "echo", arguments: '{"text":"a"}' },
        context,
        { onError },
      );
      expect(result.outcome).toBe("failed");
      expect(result.content).toContain("echo failed for a reason of its own");
      expect(result.content).not.toContain("canary");
    }
    expect(onError.mock.calls).toEqual([
      [error, "echo"],
      [error, "echo"],
    ]);
  });

  it("cuts a long result between characters and says so", async () => {
    const long = makeTool(async () => ({ outcome: "ok", content: "€".repeat(1_000) }));
    const { content, bytes } = await runTool(
      [long],
      { name: "echo", arguments: '{"text":"a"}' },
      context,
    );
    expect(bytes).toBeLessThanOrEqual(1_000);
    expect(bytes).toBeGreaterThan(990);
    expect(content).toMatch(
      /^€+\n\[cut: the result has 3000 bytes, of which at most 1000 are shown\]$/,
    );
  });
});

const OK = { outcome: "ok" as const, content: "" };

function throwing(error: Error): Tool["run"] {
  return () => {
    throw error;
  };
}
