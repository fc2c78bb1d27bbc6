/** All MCP servers of this process, and which of their tools can be offered now. */
import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { McpServer } from "../../env/mcp-servers.ts";
import { MCP_LIMITS } from "../limits.ts";
import type { Tool } from "../tool.ts";
import { McpConnection } from "./keep-connection.ts";
import type { McpToolInfo } from "./open-session.ts";
import { toTool } from "./to-tool.ts";

export type McpOffer = {
  /** The same array until a server connects, disconnects or changes its tools. */
  readonly tools: readonly Tool[];
  /** For the run log: what is configured but not available. */
  readonly missing: readonly { server: string; tool: string | null; reason: string }[];
};

export type McpHub = {
  /** Waits for servers only in the first seconds of the process. Later, a server that is away is not offered. */
  offer(): Promise<McpOffer>;
  close(): Promise<void>;
  /** Kills the servers' processes at once. */
  kill(): void;
};

export type HubOptions = {
  onUnavailable(server: string, error: unknown): void;
  connectTimeoutMs: number;
  /** How long a turn waits for servers that have never connected. */
  firstWaitMs: number;
  retryAfterMs(failures: number): number;
};

export const HUB_OPTIONS: Omit<HubOptions, "onUnavailable"> = {
  connectTimeoutMs: MCP_LIMITS.connectTimeoutMs,
  firstWaitMs: MCP_LIMITS.firstConnectWaitMs,
  retryAfterMs: (failures) =>
    Math.min(MCP_LIMITS.retryMaxMs, MCP_LIMITS.retryMinMs * 2 ** Math.min(failures, 10)),
};

type Converted = { tools: Tool[]; missing: McpOffer["missing"] };

export function openMcpHub(servers: readonly McpServer[], options: HubOptions): McpHub {
  const converted = new WeakMap<readonly McpToolInfo[], Converted>();
  let offered: McpOffer = { tools: [], missing: [] };
  let stale = true;
  const onChange = () => {
    stale = true;
  };
  const connections = servers.map((server) => new McpConnection(server, { ...options, onChange }));
  const first = Promise.all(connections.map((connection) => connection.firstAttempt));
  let settled = servers.length === 0;
  void first.then(() => {
    settled = true;
  });
  return {
    async offer() {
      if (!settled)
        await Promise.race([first, wait(options.firstWaitMs, undefined, { ref: false })]);
      settled = true;
      if (stale) offered = makeOffer(connections, converted, offered);
      stale = false;
      return offered;
    },
    close: async () =>
      void (await Promise.all(connections.map((connection) => connection.close()))),
    kill() {
      for (const { session } of connections) session?.kill();
    },
  };
}

function makeOffer(
  connections: readonly McpConnection[],
  converted: WeakMap<readonly McpToolInfo[], Converted>,
  before: McpOffer,
): McpOffer {
  const parts = connections.map((connection): Converted => {
    const { server, session } = connection;
    if (!session) {
      return {
        tools: [],
        missing: [{ server: server.name, tool: null, reason: connection.reason }],
      };
    }
    const known =
      converted.get(session.tools) ?? convert(connection, session.tools, session.version);
    converted.set(session.tools, known);
    return known;
  });
  const tools = parts.flatMap((part) => part.tools);
  const same =
    tools.length === before.tools.length && tools.every((tool, at) => tool === before.tools[at]);
  return { tools: same ? before.tools : tools, missing: parts.flatMap((part) => part.missing) };
}

function convert(
  connection: McpConnection,
  infos: readonly McpToolInfo[],
  version: string,
): Converted {
  const tools = new Map<string, Tool>();
  const missing: McpOffer["missing"][number][] = [];
  for (const info of infos) {
    const result = toTool(connection, info, version);
    const reason = result.ok ? "another of its tools has the same name" : result.why;
    if (result.ok && !tools.has(result.tool.name)) tools.set(result.tool.name, result.tool);
    else missing.push({ server: connection.server.name, tool: info.name, reason });
  }
  return { tools: [...tools.values()], missing };
}
