import "server-only";
/** The two ways to reach a server: a process of our own, or HTTP. Both bound what one message may hold. */
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServer } from "../../env/mcp-servers.ts";
import { boundFetch } from "./bound-fetch.ts";

const MESSAGE_MAX_BYTES = 4 * 1024 * 1024;

export type OpenTransport = {
  transport: Transport;
  /** Ends a process at once; for the moment in which ours ends. */
  kill(): void;
  /** Says goodbye where the protocol has a word for it. */
  leave(): Promise<void>;
};

export function openTransport(server: McpServer): OpenTransport {
  if ("url" in server) {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: boundFetch(MESSAGE_MAX_BYTES),
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
    maxBufferSize: MESSAGE_MAX_BYTES,
  });
  return { transport, kill: () => kill(transport.pid), leave: async () => undefined };
}

function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
