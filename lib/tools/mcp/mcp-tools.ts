/** The tools of the MCP servers in the settings. Without servers, neither the hub nor the SDK is loaded. */
import "server-only";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import type { Tool } from "../tool.ts";
import type { ToolPorts } from "./accepted-tools.ts";
import type { McpHub, McpOffer, SeenServers } from "./mcp-hub.ts";

const held = processSlot<Promise<McpHub>>("mcp");

const NOTHING: McpOffer = { tools: [], missing: [] };

/** @param ours names of the application's own tools */
async function open(ports: ToolPorts, ours: readonly string[]): Promise<McpHub> {
  const { HUB_OPTIONS, openMcpHub } = await import("./mcp-hub.ts");
  const opened = openMcpHub(settings().MCP_SERVERS, {
    ...HUB_OPTIONS,
    ports,
    ours,
    onUnavailable: (server, err) => log().warn({ err, server }, "an MCP server is not available"),
    onAsked: (server, method) =>
      log().warn({ server, method }, "an MCP server asked for what it does not get"),
  });
  process.once("exit", () => opened.kill());
  return opened;
}

/** Starts to connect. Called when the process starts, so that the first turn does not wait. */
export function startMcpServers(ports: ToolPorts, ours: readonly string[]): void {
  if (settings().MCP_SERVERS.length > 0) held.value ??= open(ports, ours);
}

/** The servers as this process sees them, and the names of the application's own tools, for operators. */
export async function seeMcpServers(): Promise<SeenServers> {
  return (await (await held.value)?.see()) ?? { ours: [], servers: [] };
}

/** An operator said something of a tool: the next turn goes by it. Other processes follow within seconds. */
export async function compareMcpToolsAgain(): Promise<void> {
  (await held.value)?.compareAgain();
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
