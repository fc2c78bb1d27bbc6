/**
 * A server may describe its tools anew at any time, and the description goes to the model. A tool is offered only with the
 * description that was accepted: the one in the settings, else the first one that was seen, or one that an operator accepted.
 */
import "server-only";
import { createHash } from "node:crypto";
import { canonicalize } from "../../contracts/json/canonical-json.ts";
import type { McpServer } from "../../env/mcp-servers.ts";
import type { McpToolInfo } from "./open-session.ts";

export type ListedTool = {
  /** As the model is offered it: `mcp_<server>_<tool>`. */
  name: string;
  /** Of the description, hexadecimal. */
  sha256: string;
};

/**
 * Keeps what was accepted. A tool that it does not know is accepted as it is listed.
 * @returns the names of those that are described otherwise than was accepted
 * @throws where that cannot be told now
 */
export type AcceptTools = (listed: readonly ListedTool[]) => Promise<ReadonlySet<string>>;

/** Over all that a model or a policy is told of a tool. Null where it has no canonical JSON. */
export function digestOfTool(server: McpServer, info: McpToolInfo): string | null {
  const { name, description = null, inputSchema, outputSchema = null, annotations = null } = info;
  const told = { server: server.name, name, description, inputSchema, outputSchema, annotations };
  try {
    return createHash("sha256")
      .update(canonicalize(told) ?? "")
      .digest("hex");
  } catch {
    return null;
  }
}

/** @returns the names of those that the settings do not accept; null where the settings say nothing of this server */
export function refusedBySettings(
  { acceptedTools }: McpServer,
  listed: readonly (ListedTool & { tool: string })[],
): ReadonlySet<string> | null {
  if (!acceptedTools) return null;
  const refused = listed.filter(({ tool, sha256 }) => acceptedTools[tool] !== sha256);
  return new Set(refused.map(({ name }) => name));
}
