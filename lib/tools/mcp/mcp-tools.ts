/** The tools of the MCP servers in the settings. Without servers, neither the hub nor the SDK is loaded. */
import "server-only";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import type { Tool } from "../tool.ts";
import type { AcceptTools } from "./accepted-tools.ts";
import type { McpHub, McpOffer } from "./mcp-hub.ts";

const held = processSlot<Promise<McpHub>>("mcp");

const NOTHING: McpOffer = { tools: [], missing: [] };

async function open(accept: AcceptTools): Promise<McpHub> {
  const { HUB_OPTIONS, openMcpHub } = await import("./mcp-hub.ts");
  const onUnavailable = (server: string, err: unknown) =>
    log().warn({ err, server }, "an MCP server is not available");
  const opened = openMcpHub(settings().MCP_SERVERS, { ...HUB_OPTIONS, accept, onUnavailable });
  process.once("exit", () => opened.kill());
  return opened;
}

/** Starts to connect. Called when the process starts, so that the first turn does not wait. */
export function startMcpServers(accept: AcceptTools): void {
  if (settings().MCP_SERVERS.length > 0) held.value ??= open(accept);
}

/** The tools that are available now. `tools` is the same array until it changes. */
export async function offeredMcpTools(): Promise<McpOffer> {
  return (await (await held.value)?.offer()) ?? NOTHING;
}

/** Called on shutdown, and by tests. */
export async function closeMcpServers(): Promise<void> {
  const opened = held.value;
  held.value = undefined;
  await (await opened)?.close();
}

const joined = new WeakMap<readonly Tool[], WeakMap<readonly Tool[], readonly Tool[]>>();

/** Joins two lists; the same two give the same result. Where both have a name, the own tool is used. */
export function joinTools(own: readonly Tool[], foreign: readonly Tool[]): readonly Tool[] {
  if (foreign.length === 0) return own;
  const byForeign = joined.get(own) ?? new WeakMap<readonly Tool[], readonly Tool[]>();
  joined.set(own, byForeign);
  const known = byForeign.get(foreign);
  if (known) return known;
  const names = new Set(own.map((tool) => tool.name));
  const list = [...own, ...foreign.filter((tool) => !names.has(tool.name))];
  byForeign.set(foreign, list);
  return list;
}
