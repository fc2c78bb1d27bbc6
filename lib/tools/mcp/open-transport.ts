/** Transports to an MCP server: a child process, or HTTP. Both limit the size of one message. */
import "server-only";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServer } from "../../env/mcp-servers.ts";
import { MCP_LIMITS } from "../limits.ts";

export type OpenTransport = {
  transport: Transport;
  /** Kills the child process at once; called when this process exits. */
  kill(): void;
  /** Ends the session in the protocol's own way, where it has one. */
  leave(): Promise<void>;
};

export function openTransport(server: McpServer): OpenTransport {
  if ("url" in server) {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: boundFetch(MCP_LIMITS.messageMaxBytes),
      requestInit: { headers: server.headers },
    });
    return { transport, kill: () => undefined, leave: () => transport.terminateSession() };
  }
  const { command, args, env } = server;
  const transport = new StdioClientTransport({
    command,
    args,
    env,
    stderr: "ignore",
    maxBufferSize: MCP_LIMITS.messageMaxBytes,
  });
  return { transport, kill: () => kill(transport.pid), leave: async () => undefined };
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
 */
function boundFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(limit(maxBytes, isStream));
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
