/** Tests against the reference MCP server, over both transports. */

import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../../scripts/processes/find-free-port.ts";
import { McpServers } from "../../env/mcp-servers.ts";
import { runTool } from "../run-tool.ts";
import { toModelTools } from "../to-model-tool.ts";
import { HUB_OPTIONS, type McpHub, openMcpHub } from "./mcp-hub.ts";
import { ACCEPT_ALL } from "./testing/accept-all.ts";
import { EVERYTHING, startEverything, stopEverything } from "./testing/start-everything.ts";

const options = {
  ...HUB_OPTIONS,
  ...ACCEPT_ALL,
  firstWaitMs: 60_000,
  retryAfterMs: () => 50,
};
const context = {
  conversationId: "c",
  runId: "r",
  files: [],
  signal: new AbortController().signal,
};

/** As in the setting. */
const open = (...servers: object[]) =>
  openMcpHub(McpServers.parse(JSON.stringify(servers)), options);
const call = async (hub: McpHub, name: string, args: object) =>
  runTool((await hub.offer()).tools, { name, arguments: JSON.stringify(args) }, context);

async function untilOffered(hub: McpHub, wanted: (names: string[]) => boolean): Promise<void> {
  const isOffered = async () => wanted((await hub.offer()).tools.map(({ name }) => name));
  await expect.poll(isOffered).toBe(true);
}

function usualCalls(hub: () => McpHub) {
  it("offers its tools under names of their own, as the model can read them", async () => {
    const { tools, missing } = await hub().offer();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["mcp_all_echo", "mcp_all_get-sum"]));
    expect(missing.map(({ tool }) => tool)).toEqual(["simulate-research-query"]);
    const sum = toModelTools(tools).find((tool) => tool.function.name === "mcp_all_get-sum");
    expect(sum?.function.parameters).toMatchObject({
      type: "object",
      properties: { a: { type: "number", description: "First number" }, b: { type: "number" } },
      required: ["a", "b"],
    });
    expect((await hub().offer()).tools).toBe(tools);
  });

  it("calls them", async () => {
    expect(await call(hub(), "mcp_all_get-sum", { a: 2, b: 40 })).toMatchObject({
      outcome: "ok",
      content: "The sum of 2 and 40 is 42.",
    });
    expect((await call(hub(), "mcp_all_echo", { message: "héllo" })).content).toBe("Echo: héllo");
  });

  it("checks the arguments before the server sees them", async () => {
    const outcome = await call(hub(), "mcp_all_get-sum", { a: "two", b: 40 });
    expect(outcome.outcome).toBe("failed");
    expect(outcome.content).toContain("do not fit");
  });

  it("keeps a picture for the person, and shows resources and links as text", async () => {
    const picture = await call(hub(), "mcp_all_get-tiny-image", {});
    expect(picture.content).toMatch(
      /\[image, image\/png, \d+ bytes: the person sees it below your answer\]/,
    );
    expect(picture.files).toMatchObject([{ name: "picture-1.png", mediaType: "image/png" }]);
    expect((await call(hub(), "mcp_all_get-resource-links", { count: 2 })).content).toContain(
      "[link to ",
    );
    const structured = await call(hub(), "mcp_all_get-structured-content", { location: "Chicago" });
    expect(structured.content).toContain("temperature");
    const { tools } = await hub().offer();
    const { remembers } = tools.find(({ name }) => name.endsWith("structured-content")) ?? {};
    expect(remembers?.arguments?.parse({ location: "Chicago" })).toEqual({ location: "Chicago" });
    const remembered = remembers?.result?.parse(JSON.parse(structured.content));
    // Numbers, and not the conditions in words.
    expect(remembered).toEqual({
      temperature: expect.any(Number),
      humidity: expect.any(Number),
    });
    const echo = tools.find(({ name }) => name === "mcp_all_echo");
    expect(echo?.remembers).toEqual({ arguments: undefined, result: undefined });
  });

  it("labels what the operator lets read, and all others as writing", async () => {
    const { tools } = await hub().offer();
    const policy = (name: string) => tools.find((tool) => tool.name === name)?.policy;
    expect(policy("mcp_all_echo")).toMatchObject({
      writes: false,
      riskTags: ["mcp", "foreign-text", "open-world"],
    });
    // Its server says that it only reads.
    expect(policy("mcp_all_get-sum")).toMatchObject({ writes: true });
    expect(policy("mcp_all_toggle-simulated-logging")).toMatchObject({ writes: true });
  });

  it("stops a long call", async () => {
    const stop = new AbortController();
    const { tools } = await hub().offer();
    const name = "mcp_all_trigger-long-running-operation";
    const running = runTool(
      tools,
      { name, arguments: `{"duration": 60, "steps": 2}` },
      { ...context, signal: stop.signal },
    );
    stop.abort();
    expect(await running).toMatchObject({ outcome: "failed", content: "The call was stopped." });
    expect((await call(hub(), "mcp_all_echo", { message: "after" })).content).toBe("Echo: after");
  });
}

describe("server-everything over stdio", () => {
  let hub: McpHub;
  beforeAll(() => {
    hub = open({
      name: "all",
      command: process.execPath,
      args: [EVERYTHING, "stdio"],
      readOnlyTools: ["echo"],
    });
  });
  afterAll(() => hub.close());

  usualCalls(() => hub);

  it("is started again after it died, and its tools are offered again", async () => {
    const before = (await hub.offer()).tools;
    hub.kill();
    await untilOffered(hub, (names) => names.length === 0);
    expect((await hub.offer()).missing[0]).toMatchObject({ server: "all", tool: null });
    await untilOffered(hub, (names) => names.length === before.length);
    expect((await call(hub, "mcp_all_echo", { message: "again" })).content).toBe("Echo: again");
  });

  it("serves a turn that holds the tools of before it died", async () => {
    const { tools } = await hub.offer();
    hub.kill();
    const echo = { name: "mcp_all_echo", arguments: `{"message": "held"}` };
    expect(await runTool(tools, echo, context)).toMatchObject({
      outcome: "ok",
      content: "Echo: held",
    });
  });
});

describe("server-everything over Streamable HTTP", () => {
  let hub: McpHub;
  let port: number;
  let server: ChildProcess;
  beforeAll(async () => {
    port = await findFreePort();
    server = await startEverything(port);
    hub = open({ name: "all", url: `http://127.0.0.1:${port}/mcp`, readOnlyTools: ["echo"] });
  });
  afterAll(async () => {
    await hub.close();
    await stopEverything(server);
  });

  usualCalls(() => hub);

  it("names the host that a call reaches", async () => {
    const { tools } = await hub.offer();
    expect(new Set(tools.map((tool) => tool.egressDomain?.({})))).toEqual(new Set(["127.0.0.1"]));
  });

  it("takes a call on a new session after the server was restarted", async () => {
    const { tools } = await hub.offer();
    await stopEverything(server);
    server = await startEverything(port);
    const echo = { name: "mcp_all_echo", arguments: `{"message": "new"}` };
    expect(await runTool(tools, echo, context)).toMatchObject({
      outcome: "ok",
      content: "Echo: new",
    });
  });

  it("is not offered while it is down, and is when it is back", async () => {
    const { tools } = await hub.offer();
    await stopEverything(server);
    const echo = { name: "mcp_all_echo", arguments: `{"message": "down"}` };
    const outcome = await runTool(tools, echo, context);
    expect(outcome).toMatchObject({ outcome: "failed" });
    expect(outcome.content).toContain(`The server "all" did not do it`);
    await untilOffered(hub, (names) => names.length === 0);
    server = await startEverything(port);
    await untilOffered(hub, (names) => names.includes("mcp_all_echo"));
    expect((await call(hub, "mcp_all_echo", { message: "back" })).content).toBe("Echo: back");
  });
});
