/** Wraps a tool of an MCP server as one of this application's tools. */
import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { isRecord } from "../../contracts/read-json.ts";
import type { McpServer } from "../../env/mcp-servers.ts";
import { alternativesOf } from "../alternatives-of.ts";
import { MCP_LIMITS } from "../limits.ts";
import type { Tool, ToolPolicy } from "../tool.ts";
import { whoAsks } from "../who-asks.ts";
import { callServer, readResult } from "./call-server.ts";
import type { McpConnection } from "./keep-connection.ts";
import type { McpToolInfo } from "./open-session.ts";
import { rememberedBySchema, sanitiseSchema } from "./sanitise-schema.ts";

export type ConvertedTool = { ok: true; tool: Tool } | { ok: false; why: string };

/** @param writes the operator's word; left out: that of the settings */
export function toTool(
  connection: McpConnection,
  info: McpToolInfo,
  version: string,
  writes = writesBySettings(connection.server, info.name),
): ConvertedTool {
  if (info.execution?.taskSupport === "required")
    return { ok: false, why: "it runs as a task only" };
  const converted = convertSchema(info.inputSchema);
  if (!converted.ok) return converted;
  const { server } = connection;
  const policy = labelTool(writes);
  const domain = "url" in server ? new URL(server.url).hostname : null;
  const tool: Tool = {
    name: nameTool(server.name, info.name),
    version: version.replace(/[^A-Za-z0-9.+-]/g, "").slice(0, MCP_LIMITS.versionMaxChars) || "0",
    description: describeTool(server.name, info),
    arguments: converted.schema,
    keepsNumbers: true,
    timeoutMs: MCP_LIMITS.timeoutMs,
    maxResultBytes: MCP_LIMITS.maxResultBytes,
    policy,
    origin: `mcp:${server.name}`,
    status: "looking-up",
    remembers: {
      arguments: rememberedBySchema(info.inputSchema),
      result: rememberedBySchema(info.outputSchema),
    },
    egressDomain: () => domain,
    async run(args, context) {
      const outcome = await callServer(connection, {
        name: info.name,
        arguments: z.record(z.string(), z.unknown()).parse(args),
        signal: context.signal,
        timeoutMs: MCP_LIMITS.callTimeoutMs,
        repeatable: !policy.writes,
      });
      if (outcome.ok) {
        const label = server.label ?? null;
        return {
          ...(await readResult(outcome.result, whoAsks(context))),
          sources: [{ kind: "service", what: "connected", label }],
        };
      }
      return {
        outcome: "failed",
        content: `The server "${server.name}" did not do it: ${outcome.message}.`,
      };
    },
  };
  return { ok: true, tool };
}

/** What a server says of its own tools decides nothing: a tool writes unless the operator says that it only reads. */
export function writesBySettings({ readOnlyTools }: McpServer, name: string): boolean {
  return !readOnlyTools.includes(name);
}

/** A tool that writes may destroy, and any tool may pass on what it is given. */
function labelTool(writes: boolean): ToolPolicy {
  const riskTags = ["mcp", "foreign-text", ...(writes ? ["destructive"] : []), "open-world"];
  return { writes, egress: true, riskTags };
}

function describeTool(server: string, { name, description = name }: McpToolInfo): string {
  // Untrusted text: one paragraph without control characters, marked with the server's name.
  const words = description
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MCP_LIMITS.descriptionMaxChars);
  return `[Tool of the server "${server}"] ${words.toWellFormed()}`;
}

/**
 * `mcp_<server>_<tool>`, as every model endpoint accepts it. Where characters must be replaced or cut, a digest of the
 * whole name keeps different tools apart.
 */
function nameTool(server: string, tool: string): string {
  const whole = `mcp_${server}_${tool}`;
  const safe = whole.replace(/[^A-Za-z0-9_-]/g, "_");
  if (safe === whole && whole.length <= MCP_LIMITS.nameMaxChars) return whole;
  const { nameHashChars, nameMaxChars } = MCP_LIMITS;
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, nameHashChars);
  return `${safe.slice(0, nameMaxChars - nameHashChars - 1)}_${hash}`;
}

type ConvertedSchema = { ok: true; schema: z.ZodType } | { ok: false; why: string };

/**
 * Converts a server's JSON Schema to the zod schema that checks a tool's arguments.
 * Also converts the result back once, because the model is shown that form.
 */
export function convertSchema(inputSchema: unknown): ConvertedSchema {
  try {
    const clean = sanitiseSchema(inputSchema);
    refuseEndlessSchema(clean);
    return { ok: true, schema: fromClean(clean) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : "its schema is malformed" };
  }
}

function fromClean(clean: Record<string, unknown>): z.ZodType {
  try {
    const schema = z.fromJSONSchema(clean);
    z.toJSONSchema(schema, { io: "input" });
    return schema;
  } catch (cause) {
    throw new Error("its schema is malformed", { cause });
  }
}

/**
 * Refuses a schema that refers to itself before it checks a part of the value: validation would not end.
 * @throws Error
 */
function refuseEndlessSchema(root: Record<string, unknown>): void {
  const terminating = new Set<unknown>();
  const follow = (node: unknown, above: ReadonlySet<unknown>): void => {
    if (!isRecord(node) || terminating.has(node)) return;
    if (above.has(node)) throw new Error("its schema refers to itself without end");
    const below = new Set([...above, node]);
    for (const next of alternativesOf(root, node)) follow(next, below);
    terminating.add(node);
  };
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    follow(node, new Set());
    for (const value of Object.values(node)) visit(value);
  };
  visit(root);
}
