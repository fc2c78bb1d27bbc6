/** The answer of a server to a request, both as texts: numbers are never parsed. */

const inputSchema = {
  type: "object",
  properties: { n: { type: "number" }, whole: { type: "integer" } },
};
const TOOLS = [
  { name: "text", inputSchema },
  { name: "structured", inputSchema },
];

/** @returns null for a notification */
export function answerNumber(request: string): string | null {
  const { id, method, params } = JSON.parse(request);
  if (id === undefined) return null;
  return `{"jsonrpc":"2.0","id":${id},"result":${resultOf(method, params, request)}}`;
}

type Params = { protocolVersion?: string; name?: string };

function resultOf(method: string, params: Params, request: string): string {
  if (method === "tools/list") return JSON.stringify({ tools: TOOLS });
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "numbers", version: "1" };
    return JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo });
  }
  if (method !== "tools/call") return "{}";
  const came = /"arguments":(\{[^{}]*\})/.exec(request)?.[1] ?? "{}";
  return params.name === "text"
    ? `{"content":[{"type":"text","text":${JSON.stringify(came)}}]}`
    : `{"content":[],"structuredContent":{"came":${came},"text":"a \\"1.0\\" \\\\"}}`;
}
