/** 200 numbers to a server that returns what came over the wire, and back: over stdio, HTTP, and an event stream. */
import { resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { twoHundredNumbers } from "../../../contracts/json/testing/two-hundred-numbers.ts";
import { McpServers } from "../../../env/mcp-servers.ts";
import { serveLoopback } from "../../fetch-page/testing/serve-loopback.ts";
import { runTool } from "../../run-tool.ts";
import { toModelTools } from "../../to-model-tool.ts";
import { HUB_OPTIONS, openMcpHub } from "../mcp-hub.ts";
import { ACCEPT_ALL } from "../testing/accept-all.ts";
import { answerNumber } from "../testing/answer-number.ts";
import { markNumbers } from "./exact-messages.ts";

const CONTEXT = {
  conversationId: "c",
  runId: "r",
  files: [],
  signal: new AbortController().signal,
};

async function toolsOf(server: object) {
  const servers = McpServers.parse(JSON.stringify([{ name: "n", ...server }]));
  const hub = openMcpHub(servers, { ...HUB_OPTIONS, ...ACCEPT_ALL });
  onTestFinished(() => hub.close());
  return (await hub.offer()).tools;
}

async function serveHttp(isStream: boolean) {
  const origin = await serveLoopback(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = request.method === "POST" ? answerNumber(body) : null;
    if (request.method === "GET") return response.writeHead(405).end();
    if (answer === null) return response.writeHead(202).end();
    const event = `event: message\r\nid: 12345678901234567890\r\ndata: ${answer}\r\n\r\n`;
    response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
    return response.end(isStream ? event : answer);
  });
  return { url: `${origin}/mcp` };
}

const STDIO = {
  command: process.execPath,
  args: [resolve("lib/tools/mcp/testing/number-server.mjs")],
};

describe.each([
  ["stdio", () => STDIO],
  ["HTTP", () => serveHttp(false)],
  ["an event stream", () => serveHttp(true)],
])("over %s", (_, open) => {
  it("each number comes as it was written, and goes back so", async () => {
    const tools = await toolsOf(await open());
    for (const source of twoHundredNumbers()) {
      const call = (name: string) =>
        runTool(tools, { name: `mcp_n_${name}`, arguments: `{"n":${source}}` }, CONTEXT);
      expect((await call("text")).content).toBe(`{"n":${source}}`);
      const { content } = await call("structured");
      expect(content).toBe(`{"came":{"n":${source}},"text":"a \\"1.0\\" \\\\"}`);
    }
  });

  it("any integer is one, and the model reads so", async () => {
    const tools = await toolsOf(await open());
    const whole = "123456789012345678901234567890";
    const call = { name: "mcp_n_text", arguments: `{"whole":${whole}}` };
    expect((await runTool(tools, call, CONTEXT)).content).toBe(`{"whole":${whole}}`);
    const [tool] = toModelTools(tools);
    expect(tool?.function.parameters).toMatchObject({
      properties: { n: { type: "number" }, whole: { type: "integer" } },
    });
    expect(JSON.stringify(tool)).not.toMatch(/multipleOf|9007199254740991/);
  });
});

it("marks numbers outside of texts only", () => {
  const json = String.raw`{"a\"1.0":[1,1.0,-0,"2.0\\",{"b":1e3}],"c":"\\\"3.0"}`;
  const marked = String.raw`{"a\"1.0":[1,"#1.0","#-0","2.0\\",{"b":"#1e3"}],"c":"\\\"3.0"}`;
  expect(markNumbers(json, "#")).toBe(marked);
});
