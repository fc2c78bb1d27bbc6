import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startDemoModel } from "./start-demo-model.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

function start(environment: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN], { env: { ...process.env, ...environment } });
}

describe("the demo model's process", () => {
  it("says where it listens, and goes when its parent goes", async () => {
    const child = start({ DEMO_MODEL_PORT: "0", DEMO_MODEL_EXIT_WITH_PARENT: "1" });
    const [line] = await once(createInterface(child.stdout), "line");
    const { listening } = JSON.parse(line);
    expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect((await fetch(`${listening}/models`)).status).toBe(200);
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it.each([
    ["", 404],
    ["1", 200],
  ])("with DEMO_MODEL_CONTROL=%j answers /control with %i", async (hasControl, status) => {
    const child = start({ DEMO_MODEL_PORT: "0", DEMO_MODEL_CONTROL: hasControl });
    const [line] = await once(createInterface(child.stdout), "line");
    const address = new URL("/control/requests", JSON.parse(line).listening);
    expect((await fetch(address)).status).toBe(status);
    child.kill();
    await once(child, "exit");
  });

  it.each([
    [{ DEMO_MODEL_PORT: "many" }, "DEMO_MODEL_PORT: "],
    [{ DEMO_MODEL_PORT: "65536" }, "DEMO_MODEL_PORT: "],
    [{ DEMO_MODEL_CONTROL: "yes" }, "DEMO_MODEL_CONTROL: "],
    [{ DEMO_MODEL_TOKEN_DELAY_MS: "-1" }, "DEMO_MODEL_TOKEN_DELAY_MS: "],
  ])("refuses %j in one line", async (environment, message) => {
    const child = start(environment as Record<string, string>);
    const exit = once(child, "exit");
    const [line] = await once(createInterface(child.stderr), "line");
    expect(line).toContain(message);
    expect(await exit).toEqual([1, null]);
  });

  it("says in one line that its port is taken", async () => {
    const holder = await startDemoModel({ port: 0, tokenDelayMs: 0 });
    const child = start({ DEMO_MODEL_PORT: new URL(holder.url).port });
    const exit = once(child, "exit");
    const [line] = await once(createInterface(child.stderr), "line");
    expect(line).toContain("EADDRINUSE");
    expect(await exit).toEqual([1, null]);
    await holder.close();
  });
});
