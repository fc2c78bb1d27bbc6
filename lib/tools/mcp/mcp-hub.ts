/** All MCP servers of this process, and which of their tools can be offered now. */
import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { ListedTool } from "../../contracts/tools/listed-tool.ts";
import type { McpServer } from "../../env/mcp-servers.ts";
import { MCP_LIMITS } from "../limits.ts";
import type { Tool } from "../tool.ts";
import { askForWords, type ToolPorts } from "./accepted-tools.ts";
import { type ConvertedList, convertList } from "./convert-list.ts";
import { McpConnection } from "./keep-connection.ts";
import type { AskedOfUs, McpToolInfo } from "./open-session.ts";
import { writesBySettings } from "./to-tool.ts";

type Missing = { server: string; tool: string | null; reason: string };

export type McpOffer = {
  /** The same array until a server connects, disconnects or changes its tools, or an operator's word on them changes. */
  readonly tools: readonly Tool[];
  /** For the run log: what is configured but not available. */
  readonly missing: readonly Missing[];
};

/** One server as this process sees it. */
export type SeenServer = {
  server: McpServer;
  /** By the settings. @param tool the server's own name of it */
  writes(tool: string): boolean;
  /** Why it is not connected; null where it is. */
  away: string | null;
  /** Null where it cannot be told whether they are accepted. */
  offered: ReadonlySet<string> | null;
  listed: readonly ListedTool[];
  /** Tools that cannot be offered, whatever an operator says. */
  unusable: readonly { tool: string; reason: string }[];
  /** What it asked of us, since this process began. */
  asked: readonly AskedOfUs[];
};

export type SeenServers = { ours: readonly string[]; servers: readonly SeenServer[] };

export type McpHub = {
  /** Waits for servers only in the first seconds of the process. Later, a server that is away is not offered. */
  offer(): Promise<McpOffer>;
  /** As `offer`, for operators. */
  see(): Promise<SeenServers>;
  /** Operators' words are asked for again before the next offer. */
  compareAgain(): void;
  close(): Promise<void>;
  /** Kills the servers' processes at once. */
  kill(): void;
};

export type HubOptions = {
  ports: ToolPorts;
  /** Names of the application's own tools. */
  ours: readonly string[];
  onUnavailable(server: string, error: unknown): void;
  /** A server asked for what no server gets. */
  onAsked(server: string, method: string): void;
  connectTimeoutMs: number;
  /** How long a turn waits for servers that have never connected. */
  firstWaitMs: number;
  /** How soon operators' words are asked for again: another instance may have got a new one. */
  compareAgainMs: number;
  retryAfterMs(failures: number): number;
};

export const HUB_OPTIONS: Omit<HubOptions, "onUnavailable" | "onAsked" | "ports" | "ours"> = {
  connectTimeoutMs: MCP_LIMITS.connectTimeoutMs,
  firstWaitMs: MCP_LIMITS.firstConnectWaitMs,
  compareAgainMs: MCP_LIMITS.compareAgainMs,
  retryAfterMs: (failures) =>
    Math.min(MCP_LIMITS.retryMaxMs, MCP_LIMITS.retryMinMs * 2 ** Math.min(failures, 10)),
};

const NOT_ACCEPTED = "nobody accepted its present description";
const NOT_COMPARED = "its tools cannot be compared with those that were accepted";

export function openMcpHub(servers: readonly McpServer[], options: HubOptions): McpHub {
  let offered: McpOffer = { tools: [], missing: [] };
  let parts: readonly Part[] = [];
  let stale = true;
  let making: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    stale = true;
  };
  const connections = servers.map((server) => new McpConnection(server, { ...options, onChange }));
  const listOf = listOnce();
  const first = Promise.all(connections.map((connection) => connection.firstAttempt));
  let settled = servers.length === 0;
  void first.then(() => {
    settled = true;
  });
  const make = async () => {
    while (stale) {
      stale = false;
      const lists = connections.map(listOf);
      const around = { ours: options.ours, listed: lists.flatMap((list) => list?.listed ?? []) };
      parts = await Promise.all(
        connections.map((connection, at) =>
          offerOf(connection, lists[at] ?? null, (server, listed) =>
            askForWords(options.ports, server, listed, around),
          ),
        ),
      );
      offered = join(parts, offered);
      clearTimeout(timer);
      timer = setTimeout(onChange, options.compareAgainMs).unref();
    }
  };
  const bringUpToDate = async () => {
    if (!settled) await Promise.race([first, wait(options.firstWaitMs, undefined, { ref: false })]);
    settled = true;
    if (stale)
      making ??= make().finally(() => {
        making = undefined;
      });
    await making;
  };
  return {
    async offer() {
      await bringUpToDate();
      return offered;
    },
    async see() {
      await bringUpToDate();
      return {
        ours: options.ours,
        servers: connections.map((connection, at) => seen(connection, parts[at])),
      };
    },
    compareAgain: onChange,
    close: async () =>
      void (await Promise.all(connections.map((connection) => connection.close()))),
    kill() {
      for (const { session } of connections) session?.kill();
    },
  };
}

type Part = {
  list: ConvertedList | null;
  tools: readonly Tool[];
  missing: readonly Missing[];
  isCompared: boolean;
};

function seen(
  { server, session, reason, asked }: McpConnection,
  part: Part | undefined,
): SeenServer {
  const names = new Set(part?.tools.map(({ name }) => name));
  return {
    server,
    writes: (tool) => writesBySettings(server, tool),
    away: session ? null : reason,
    offered: part?.isCompared ? names : null,
    listed: part?.list?.listed ?? [],
    unusable: part?.list?.unusable ?? [],
    asked: [...asked.values()],
  };
}

function join(parts: readonly Part[], before: McpOffer): McpOffer {
  const tools = parts.flatMap((part) => part.tools);
  const same =
    tools.length === before.tools.length && tools.every((tool, at) => tool === before.tools[at]);
  return { tools: same ? before.tools : tools, missing: parts.flatMap((part) => part.missing) };
}

/** A list of tools is converted once. */
function listOnce(): (connection: McpConnection) => ConvertedList | null {
  const converted = new WeakMap<readonly McpToolInfo[], ConvertedList>();
  return (connection) => {
    const { session } = connection;
    if (!session) return null;
    const { tools: infos, version } = session;
    const list = converted.get(infos) ?? convertList(connection, infos, version);
    converted.set(infos, list);
    return list;
  };
}

type AskForWords = (
  server: McpServer,
  listed: readonly ListedTool[],
) => ReturnType<typeof askForWords>;

/** What one server has to offer. Never rejects. */
async function offerOf(
  { server, reason }: McpConnection,
  list: ConvertedList | null,
  ask: AskForWords,
): Promise<Part> {
  const missing = (tool: string | null, why: string) => ({
    server: server.name,
    tool,
    reason: why,
  });
  if (!list) return { list, tools: [], missing: [missing(null, reason)], isCompared: true };
  try {
    const words = await ask(server, list.listed);
    const isAccepted = ({ name }: { name: string }) => words.get(name)?.isAccepted === true;
    const refused = list.listed.filter((tool) => !isAccepted(tool));
    return {
      list,
      tools: list.listed
        .filter(isAccepted)
        .flatMap(({ name }) => list.toolOf(name, words.get(name)?.writes ?? null) ?? []),
      missing: [
        ...list.unusable.map(({ tool, reason: why }) => missing(tool, why)),
        ...refused.map(({ tool }) => missing(tool, NOT_ACCEPTED)),
      ],
      isCompared: true,
    };
  } catch {
    return { list, tools: [], missing: [missing(null, NOT_COMPARED)], isCompared: false };
  }
}
