import "server-only";
/** A server's tool as one of ours: named apart, its arguments checked, labelled for the policies. */
import { z } from "zod";
import type { Tool, ToolPolicy } from "../tool.ts";
import { callServer } from "./call-server.ts";
import { convertSchema } from "./convert-schema.ts";
import type { McpConnection } from "./keep-connection.ts";
import { nameTool } from "./name-tool.ts";
import type { McpToolInfo } from "./open-session.ts";
import { readResult } from "./read-result.ts";

const TIMEOUT_MS = 60_000;
/** Ours ends first, so that the server is told that nobody waits any more. */
const CALL_TIMEOUT_MS = TIMEOUT_MS - 1_000;
const RESULT_MAX_BYTES = 32_000;
const DESCRIPTION_MAX_CHARS = 1_000;
const VERSION_MAX_CHARS = 40;

export type ConvertedTool = { ok: true; tool: Tool } | { ok: false; why: string };

export function toTool(
  connection: McpConnection,
  info: McpToolInfo,
  version: string,
): ConvertedTool {
  if (info.execution?.taskSupport === "required")
    return { ok: false, why: "it runs as a task only" };
  const converted = convertSchema(info.inputSchema);
  if (!converted.ok) return converted;
  const { server } = connection;
  const policy = labelTool(connection, info);
  const domain = "url" in server ? new URL(server.url).hostname : null;
  const tool: Tool = {
    name: nameTool(server.name, info.name),
    version: version.replace(/[^A-Za-z0-9.+-]/g, "").slice(0, VERSION_MAX_CHARS) || "0",
    description: describe(server.name, info),
    arguments: converted.schema,
    timeoutMs: TIMEOUT_MS,
    maxResultBytes: RESULT_MAX_BYTES,
    policy,
    status: "looking-up",
    egressDomain: () => domain,
    async run(args, { signal }) {
      const end = await callServer(connection, {
        name: info.name,
        arguments: z.record(z.string(), z.unknown()).parse(args),
        signal,
        timeoutMs: CALL_TIMEOUT_MS,
        repeatable: !policy.writes,
      });
      if (end.ok) return readResult(end.result);
      return {
        outcome: "failed",
        content: `The server "${server.name}" did not do it: ${end.message}.`,
      };
    },
  };
  return { ok: true, tool };
}

/** A tool writes unless it, or the operator, says that it only reads; what it says is believed no further. */
function labelTool({ server }: McpConnection, { name, annotations = {} }: McpToolInfo): ToolPolicy {
  const { readOnlyHint = false, destructiveHint = true, openWorldHint = true } = annotations;
  const writes = !readOnlyHint && !server.readOnlyTools.includes(name);
  const riskTags = [
    "mcp",
    "foreign-text",
    ...(writes && destructiveHint ? ["destructive"] : []),
    ...(openWorldHint ? ["open-world"] : []),
  ];
  return { writes, egress: "url" in server || openWorldHint, riskTags };
}

function describe(server: string, { name, description = name }: McpToolInfo): string {
  // No control characters: a description is one paragraph of a foreign hand, and is marked as such.
  const words = description
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, DESCRIPTION_MAX_CHARS);
  return `[Tool of the server "${server}"] ${words.toWellFormed()}`;
}
