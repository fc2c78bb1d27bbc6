import "server-only";
/** One session with one server: a handshake, the list of its tools, and calls until either side ends it. */
import { isDeepStrictEqual } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { McpServer } from "../../env/mcp-servers.ts";
import { openTransport } from "./open-transport.ts";
import { McpResult } from "./read-result.ts";

/** A tool as the server lists it; odd entries are left out one by one. */
export const McpToolInfo = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional(),
  inputSchema: z.unknown(),
  annotations: z
    .object({
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional()
    .catch(undefined),
  execution: z.object({ taskSupport: z.string().optional() }).optional().catch(undefined),
});
export type McpToolInfo = z.infer<typeof McpToolInfo>;

export type McpSession = {
  /** The server's own, for the record. */
  version: string;
  /** The same array until the server says that it has others. */
  readonly tools: readonly McpToolInfo[];
  /** @throws what the SDK throws, or the abort reason */
  call(
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<McpResult>;
  close(): Promise<void>;
  kill(): void;
};

export type SessionEvents = {
  /** The session is over, whoever ended it. */
  onEnd(): void;
  /** `tools` is another array now. */
  onToolsChanged(): void;
};

const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const TOOLS_MAX = 64;
const PAGES_MAX = 16;
const RENEW_AFTER_MS = 1_000;
const PING_TIMEOUT_MS = 3_000;

/** @throws where the server does not start, answer or agree within the time */
export async function openSession(
  server: McpServer,
  events: SessionEvents,
  timeoutMs: number,
): Promise<McpSession> {
  const { transport, kill, leave } = openTransport(server);
  const client = new Client({ name: "halfsilver", version: "0.1.0" }, { capabilities: {} });
  client.onclose = () => events.onEnd();
  try {
    await client.connect(transport, { timeout: timeoutMs });
    const list = await keepList(client, timeoutMs, events.onToolsChanged);
    // A stream that broke may mean that the server is gone; a request over HTTP would wait for it all its time.
    client.onerror = () => probe(client);
    return {
      version: client.getServerVersion()?.version ?? "",
      get tools() {
        return list.tools;
      },
      kill,
      call: (name, args, signal, callTimeoutMs) =>
        client.request({ method: "tools/call", params: { name, arguments: args } }, McpResult, {
          signal,
          timeout: callTimeoutMs,
          maxTotalTimeout: callTimeoutMs,
        }),
      async close() {
        await leave().catch(() => undefined);
        await client.close();
      },
    };
  } catch (error) {
    client.onclose = undefined;
    kill();
    await client.close().catch(() => undefined);
    throw error;
  }
}

/** Lists anew when the server says so, one listing at a time and not more often than once a second. */
async function keepList(client: Client, timeoutMs: number, onChanged: () => void) {
  const list = { tools: await listTools(client, timeoutMs) };
  let waiting = false;
  const renew = async () => {
    waiting = false;
    const tools = await listTools(client, timeoutMs).catch(() => list.tools);
    if (isDeepStrictEqual(tools, list.tools)) return;
    list.tools = tools;
    onChanged();
  };
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => void renew(), RENEW_AFTER_MS).unref();
  });
  return list;
}

async function listTools(client: Client, timeout: number): Promise<McpToolInfo[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const tools: McpToolInfo[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX && tools.length < TOOLS_MAX; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: "tools/list", params }, ToolPage, { timeout });
    tools.push(...listed.tools.flatMap((entry) => McpToolInfo.safeParse(entry).data ?? []));
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, TOOLS_MAX);
}

const probing = new WeakSet<Client>();

/** Ends the session of a server that does not answer; what waits for it then fails at once. */
async function probe(client: Client): Promise<void> {
  if (probing.has(client)) return;
  probing.add(client);
  try {
    await client.ping({ timeout: PING_TIMEOUT_MS });
  } catch {
    await client.close().catch(() => undefined);
  } finally {
    probing.delete(client);
  }
}
