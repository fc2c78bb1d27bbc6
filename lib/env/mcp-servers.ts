/**
 * The setting MCP_SERVERS: a JSON array, one entry a server. `{"name", "url", "headers"?}` speaks Streamable HTTP;
 * `{"name", "command", "args"?, "env"?}` starts a process that speaks over its standard input and output.
 */
import { z } from "zod";
import { MCP_SERVERS_MAX } from "./limits.ts";

/** Without underscores: an underscore ends the server's part of a tool's name, `mcp_<server>_<tool>`. */
const name = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters, digits and -")
  .max(24);
/** Tools that only read. All others count as writing, whatever the server says of them. */
const readOnlyTools = z.array(z.string()).default([]);
/**
 * By the server's name of a tool: the SHA-256 of its description, as `npm run tools` prints it. Then no other tool and no other
 * description of this server is offered. Absent: as they were seen first.
 */
const acceptedTools = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)).optional();
/** The person reads it where an answer cites the server, e.g. "Weather service". */
const label = z.string().trim().min(1).max(60).optional();
const values = z.record(z.string(), z.string());

const HttpServer = z.strictObject({
  name,
  url: z.url({ protocol: /^https?$/ }),
  /** E.g. `{"authorization": "Bearer …"}`. */
  headers: values.default({}),
  readOnlyTools,
  acceptedTools,
  label,
});
const StdioServer = z.strictObject({
  name,
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** Added to PATH, HOME and the like. Nothing else of our environment is passed on. */
  env: values.default({}),
  readOnlyTools,
  acceptedTools,
  label,
});

export const McpServer = z.union([HttpServer, StdioServer]);
export type McpServer = z.infer<typeof McpServer>;

export const McpServers = z
  .string()
  .default("[]")
  .transform(readJsonSetting)
  .pipe(z.array(McpServer).max(MCP_SERVERS_MAX))
  .refine(haveDifferentNames, "two servers have the same name");

/** @returns what a setting says in JSON */
export function readJsonSetting(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is not JSON" });
    return z.NEVER;
  }
}

function haveDifferentNames(servers: readonly McpServer[]): boolean {
  return new Set(servers.map((server) => server.name)).size === servers.length;
}
