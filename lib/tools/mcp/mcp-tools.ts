import "server-only";
/** The tools of the MCP servers that this deployment lists: one hub per process, ended with it. */
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { HUB_OPTIONS, type McpHub, type McpOffer, openMcpHub } from "./mcp-hub.ts";

const KEY = Symbol.for("halfsilver.mcp");
const store = globalThis as { [KEY]?: McpHub };

function hub(): McpHub {
  if (store[KEY]) return store[KEY];
  const onUnavailable = (server: string, err: unknown) =>
    log().warn({ err, server }, "an MCP server is not available");
  const opened = openMcpHub(settings().MCP_SERVERS, { ...HUB_OPTIONS, onUnavailable });
  process.once("exit", () => opened.kill());
  store[KEY] = opened;
  return opened;
}

/** Begins to connect; call it at start, so that the first turn need not wait. */
export function startMcpServers(): void {
  hub();
}

/** What can be offered now. `tools` keeps its identity while it is the same. */
export function offeredMcpTools(): Promise<McpOffer> {
  return hub().offer();
}

/** For the orderly end of the process, and for tests. */
export async function closeMcpServers(): Promise<void> {
  const opened = store[KEY];
  store[KEY] = undefined;
  await opened?.close();
}
