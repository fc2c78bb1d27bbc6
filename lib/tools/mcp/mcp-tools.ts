import "server-only";
/**
 * The tools of the MCP servers that this deployment lists: one hub per process, ended with it. Without any, neither
 * the hub nor the SDK is loaded.
 */
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import type { McpHub, McpOffer } from "./mcp-hub.ts";

const KEY = Symbol.for("halfsilver.mcp");
const store = globalThis as { [KEY]?: Promise<McpHub> };

const NOTHING: McpOffer = { tools: [], missing: [] };

/** Null where no server is configured. */
function hub(): Promise<McpHub> | null {
  if (settings().MCP_SERVERS.length === 0) return null;
  store[KEY] ??= open();
  return store[KEY];
}

async function open(): Promise<McpHub> {
  const { HUB_OPTIONS, openMcpHub } = await import("./mcp-hub.ts");
  const onUnavailable = (server: string, err: unknown) =>
    log().warn({ err, server }, "an MCP server is not available");
  const opened = openMcpHub(settings().MCP_SERVERS, { ...HUB_OPTIONS, onUnavailable });
  process.once("exit", () => opened.kill());
  return opened;
}

/** Begins to connect; call it at start, so that the first turn need not wait. */
export function startMcpServers(): void {
  void hub();
}

/** What can be offered now. `tools` keeps its identity while it is the same. */
export async function offeredMcpTools(): Promise<McpOffer> {
  return (await (await hub())?.offer()) ?? NOTHING;
}

/** For the orderly end of the process, and for tests. */
export async function closeMcpServers(): Promise<void> {
  const opened = store[KEY];
  store[KEY] = undefined;
  await (await opened)?.close();
}
