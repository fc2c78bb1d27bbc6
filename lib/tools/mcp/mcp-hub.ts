/** All MCP servers of this process, and which of their tools can be offered now. */
import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { McpServer } from "../../env/mcp-servers.ts";
import { MCP_LIMITS } from "../limits.ts";
import type { Tool } from "../tool.ts";
import {
  type AcceptTools,
  digestOfTool,
  type ListedTool,
  refusedBySettings,
} from "./accepted-tools.ts";
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
  accept: AcceptTools;
  onUnavailable(server: string, error: unknown): void;
  connectTimeoutMs: number;
  /** How long a turn waits for servers that have never connected. */
  firstWaitMs: number;
  /** How soon a tool that was refused is compared again: an operator may have accepted it. */
  compareAgainMs: number;
  retryAfterMs(failures: number): number;
};

export const HUB_OPTIONS: Omit<HubOptions, "onUnavailable" | "accept"> = {
  connectTimeoutMs: MCP_LIMITS.connectTimeoutMs,
  firstWaitMs: MCP_LIMITS.firstConnectWaitMs,
  compareAgainMs: MCP_LIMITS.compareAgainMs,
  retryAfterMs: (failures) =>
    Math.min(MCP_LIMITS.retryMaxMs, MCP_LIMITS.retryMinMs * 2 ** Math.min(failures, 10)),
};

const NOT_ACCEPTED = "its description is not the one that was accepted";
const NOT_COMPARED = "its tools cannot be compared with those that were accepted";

const MALFORMED = "its description is malformed";
const SAME_NAME = "another of its tools has the same name";

type Missing = McpOffer["missing"][number];
type Converted = { tools: Tool[]; listed: (ListedTool & { tool: string })[]; missing: Missing[] };
/** `isFinal`: the same until the server changes. */
type Offered = Pick<Converted, "tools" | "missing"> & { isFinal: boolean };

export function openMcpHub(servers: readonly McpServer[], options: HubOptions): McpHub {
  const offeredOf = offerOnce(options.accept);
  let offered: McpOffer = { tools: [], missing: [] };
  let stale = true;
  let making: Promise<void> | undefined;
  const onChange = () => {
    stale = true;
  };
  const connections = servers.map((server) => new McpConnection(server, { ...options, onChange }));
  const first = Promise.all(connections.map((connection) => connection.firstAttempt));
  let settled = servers.length === 0;
  void first.then(() => {
    settled = true;
  });
  const make = async () => {
    while (stale) {
      stale = false;
      const parts = await Promise.all(connections.map(offeredOf));
      offered = join(parts, offered);
      if (!parts.every((part) => part.isFinal))
        setTimeout(onChange, options.compareAgainMs).unref();
    }
  };
  return {
    async offer() {
      if (!settled)
        await Promise.race([first, wait(options.firstWaitMs, undefined, { ref: false })]);
      settled = true;
      if (stale)
        making ??= make().finally(() => {
          making = undefined;
        });
      await making;
      return offered;
    },
    close: async () =>
      void (await Promise.all(connections.map((connection) => connection.close()))),
    kill() {
      for (const { session } of connections) session?.kill();
    },
  };
}

function join(parts: readonly Offered[], before: McpOffer): McpOffer {
  const tools = parts.flatMap((part) => part.tools);
  const same =
    tools.length === before.tools.length && tools.every((tool, at) => tool === before.tools[at]);
  return { tools: same ? before.tools : tools, missing: parts.flatMap((part) => part.missing) };
}

/** A list of tools is converted once, and compared once unless one of it was refused. Never rejects. */
function offerOnce(accept: AcceptTools): (connection: McpConnection) => Promise<Offered> {
  const converted = new WeakMap<readonly McpToolInfo[], Converted>();
  const offered = new WeakMap<readonly McpToolInfo[], Offered>();
  return async (connection) => {
    const { server, session, reason } = connection;
    if (!session) return { tools: [], missing: [toMissing(server, null, reason)], isFinal: true };
    const { tools: infos, version } = session;
    const known = offered.get(infos);
    if (known) return known;
    const all = converted.get(infos) ?? convert(connection, infos, version);
    converted.set(infos, all);
    const part = await takeOut(server, all, accept);
    if (part.isFinal) offered.set(infos, part);
    return part;
  };
}

async function takeOut(server: McpServer, all: Converted, accept: AcceptTools): Promise<Offered> {
  try {
    const refused = refusedBySettings(server, all.listed) ?? (await accept(all.listed));
    const isRefused = ({ name }: { name: string }) => refused.has(name);
    const changed = all.listed.filter(isRefused);
    return {
      tools: all.tools.filter((tool) => !isRefused(tool)),
      missing: [
        ...all.missing,
        ...changed.map(({ tool }) => toMissing(server, tool, NOT_ACCEPTED)),
      ],
      isFinal: changed.length === 0,
    };
  } catch {
    return { tools: [], missing: [toMissing(server, null, NOT_COMPARED)], isFinal: false };
  }
}

function convert(
  connection: McpConnection,
  infos: readonly McpToolInfo[],
  version: string,
): Converted {
  const { server } = connection;
  const tools = new Map<string, Tool>();
  const listed: Converted["listed"] = [];
  const missing: Missing[] = [];
  for (const info of infos) {
    const result = toTool(connection, info, version);
    const sha256 = result.ok ? digestOfTool(server, info) : null;
    if (!result.ok || sha256 === null || tools.has(result.tool.name)) {
      const reason = sha256 === null ? MALFORMED : SAME_NAME;
      missing.push(toMissing(server, info.name, result.ok ? reason : result.why));
      continue;
    }
    const { name } = result.tool;
    tools.set(name, result.tool);
    listed.push({ name, tool: info.name, sha256 });
  }
  return { tools: [...tools.values()], listed, missing };
}

const toMissing = ({ name }: McpServer, tool: string | null, reason: string): Missing => ({
  server: name,
  tool,
  reason,
});
