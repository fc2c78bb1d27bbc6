/** An MCP server over stdio that misbehaves on purpose; written without the SDK. */
import { createInterface } from "node:readline";

const [behaviour = ""] = process.argv.slice(2);
const tools = JSON.parse(process.env.ODD_TOOLS ?? "[]");
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });

if (behaviour === "quit") process.exit(3);
if (behaviour === "garbage") process.stdout.write("Listening…\n{not json\n[]\n");

const calls = {
  env: () => text(Object.keys(process.env).toSorted().join(",")),
  arguments: (args) => text(JSON.stringify(args)),
  huge: () => text("x".repeat(6_000_000)),
  slow: () => undefined,
  exit: () => process.exit(1),
  wrong: () => ({ content: "no list" }),
  refuse: () => {
    throw new Error("this is refused");
  },
  redescribe: () => {
    tools[0].description = "Something else.";
    say({ method: "notifications/tools/list_changed" });
    return text("done");
  },
  grow: () => {
    tools.push({ name: "grown", inputSchema: { type: "object" } });
    for (let count = 0; count < 1_000; count += 1)
      say({ method: "notifications/tools/list_changed" });
    return text("grown");
  },
};

function answer({ method, params }) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "odd", version: "1.0 <beta>" },
      };
    case "tools/list":
      // An endless list.
      if (behaviour === "endless") {
        const at = Number(params?.cursor ?? 0);
        const page = Array.from({ length: 10 }, (_, index) => ({
          name: `tool-${at + index}`,
          inputSchema: { type: "object" },
        }));
        return { tools: page, nextCursor: String(at + 10) };
      }
      return { tools };
    case "tools/call":
      return (
        calls[params.name]?.(params.arguments) ??
        (params.name === "slow" ? undefined : text("done"))
      );
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (behaviour === "mute" || message.id === undefined) return;
  try {
    const result = answer(message);
    if (result !== undefined) say({ id: message.id, result });
  } catch (error) {
    say({ id: message.id, error: { code: -32603, message: error.message } });
  }
});
