/** Opens a session with an MCP server: the handshake, the list of its tools, and calls until either side ends it. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ErrorCode,
  McpError,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { McpServer } from "../../env/mcp-servers.ts";
import { MCP_LIMITS } from "../limits.ts";
import { createNumberMarks, type NumberMarks } from "./wire/exact-messages.ts";
import { StdioTransport } from "./wire/stdio-transport.ts";

/** A tool as the server lists it. Entries that do not fit are left out one by one. */
export const McpToolInfo = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional(),
  inputSchema: z.unknown(),
  /** JSON Schema of `structuredContent`. */
  outputSchema: z.unknown().optional(),
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

/** Entries of `content` are checked one by one, so that an unknown one does not lose the others. */
export const McpResult = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type McpResult = z.infer<typeof McpResult>;

export type McpSession = {
  /** The server's own version, for the run log. */
  version: string;
  /** The same array until the server announces a change. */
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

export type AskedOfUs = { what: "sampling" | "elicitation" | "roots" | "other"; times: number };

export type SessionEvents = {
  /** The session has ended, on either side. */
  onEnd(): void;
  /** `tools` is a new array. */
  onToolsChanged(): void;
  /** The server asked for what no server gets, and was refused. */
  onAsked(method: string): void;
};

/** Requests of the protocol that a server may make of its client. */
export const WHAT_IS_ASKED: Readonly<Record<string, AskedOfUs["what"]>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** @throws where the server does not start, answer or accept the handshake within `timeoutMs` */
export async function openSession(
  server: McpServer,
  events: SessionEvents,
  timeoutMs: number,
): Promise<McpSession> {
  const { transport, kill, leave, restore } = openTransport(server);
  const client = new Client({ name: "halfsilver", version: "0.1.0" }, { capabilities: {} });
  client.onclose = () => events.onEnd();
  // We declare no capability, so a server that asks breaks the protocol: nothing of it reaches a model or a person.
  client.fallbackRequestHandler = async ({ method }) => {
    events.onAsked(method);
    throw new McpError(ErrorCode.MethodNotFound, "Method not found");
  };
  try {
    await client.connect(transport, { timeout: timeoutMs });
    const list = await watchTools(client, timeoutMs, events.onToolsChanged);
    // The stream broke. If the server is gone, a pending HTTP request would wait for its whole timeout.
    client.onerror = () => probe(client);
    return {
      version: client.getServerVersion()?.version ?? "",
      get tools() {
        return list.tools;
      },
      kill,
      async call(name, args, signal, callTimeoutMs) {
        const request = { method: "tools/call", params: { name, arguments: args } } as const;
        const options = { signal, timeout: callTimeoutMs, maxTotalTimeout: callTimeoutMs };
        const result = await client.request(request, McpResult, options);
        return { ...result, structuredContent: restore(result.structuredContent) };
      },
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

/** Lists the tools again when the server announces a change: one listing at a time, at most once a second. */
async function watchTools(client: Client, timeoutMs: number, onChanged: () => void) {
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
    setTimeout(() => void renew(), MCP_LIMITS.relistAfterMs).unref();
  });
  return list;
}

async function listTools(client: Client, timeout: number): Promise<McpToolInfo[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const tools: McpToolInfo[] = [];
  let cursor: string | undefined;
  for (
    let page = 0;
    page < MCP_LIMITS.toolPagesMax && tools.length < MCP_LIMITS.toolsPerServerMax;
    page += 1
  ) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: "tools/list", params }, ToolPage, { timeout });
    tools.push(...listed.tools.flatMap((entry) => McpToolInfo.safeParse(entry).data ?? []));
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, MCP_LIMITS.toolsPerServerMax);
}

const probing = new WeakSet<Client>();

/** Closes the session of a server that does not answer, so that pending calls fail at once. */
async function probe(client: Client): Promise<void> {
  if (probing.has(client)) return;
  probing.add(client);
  try {
    await client.ping({ timeout: MCP_LIMITS.pingTimeoutMs });
  } catch {
    await client.close().catch(() => undefined);
  } finally {
    probing.delete(client);
  }
}

/** Transports to an MCP server: a child process, or HTTP. Both limit the size of one message. */
type OpenTransport = {
  transport: Transport;
  /** Kills the child process at once; called when this process exits. */
  kill(): void;
  /** Ends the session in the protocol's own way, where it has one. */
  leave(): Promise<void>;
  /** Structured content with its numbers as the server wrote them. */
  restore(structured: unknown): unknown;
};

function openTransport(server: McpServer): OpenTransport {
  if ("url" in server) {
    const marks = createNumberMarks();
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: boundFetch(MCP_LIMITS.messageMaxBytes, marks),
      requestInit: { headers: server.headers },
    });
    return {
      transport,
      kill: () => undefined,
      leave: () => transport.terminateSession(),
      restore: marks.restore,
    };
  }
  const { command, args, env } = server;
  const transport = new StdioTransport({ command, args, env });
  return {
    transport,
    kill: () => kill(transport.pid),
    leave: async () => undefined,
    restore: (structured) => structured,
  };
}

function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

/**
 * `fetch` whose response body fails when a message in it is too long.
 * @param maxBytes of one response; in an event stream, of one event
 * @param marks of the numbers that the SDK would read as others
 */
function boundFetch(maxBytes: number, marks: NumberMarks): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const { status, statusText, headers } = response;
    const body = response.body
      .pipeThrough(limit(maxBytes, isStream))
      .pipeThrough(marks.mark(isStream));
    return new Response(body, { status, statusText, headers });
  };
}

/** An event ends with an empty line, so a chunk that contains one restarts the count. */
function limit(maxBytes: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? Buffer.from(chunk).lastIndexOf("\n\n") : -1;
      bytes = end === -1 ? bytes + chunk.byteLength : chunk.byteLength - end;
      if (bytes > maxBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
