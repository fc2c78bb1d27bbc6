/**
 * A server may describe its tools anew at any time, and the description goes to the model. A tool is offered only with the
 * description that was accepted: the one in the settings, else the first one that was seen, or one that an operator accepted.
 */
import "server-only";
import { createHash } from "node:crypto";
import { canonicalize } from "../../contracts/json/canonical-json.ts";
import type { ListedAround, ListedTool, ToolWord } from "../../contracts/tools/listed-tool.ts";
import type { McpServer } from "../../env/mcp-servers.ts";
import type { McpToolInfo } from "./open-session.ts";

/** Where operators' words on tools are kept. */
export type ToolPorts = {
  /**
   * A tool that is not known is accepted as it is listed, unless its name is related to that of another one.
   * @throws where that cannot be told now
   */
  accept(
    listed: readonly ListedTool[],
    around: ListedAround,
  ): Promise<ReadonlyMap<string, ToolWord>>;
  /** Whether tools write, by name, where an operator said so. @throws as `accept` */
  labels(names: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
};

type ToldTool = Pick<ListedTool, "sha256" | "told">;

/** All that a model or a policy is told of a tool, and its digest. Null where it has no canonical JSON. */
export function digestOfTool(server: McpServer, info: McpToolInfo): ToldTool | null {
  const { name, description = null, inputSchema, outputSchema = null, annotations = null } = info;
  const fields = { server: server.name, name, description, inputSchema, outputSchema, annotations };
  try {
    const told = canonicalize(fields) ?? "";
    return { told, sha256: createHash("sha256").update(told).digest("hex") };
  } catch {
    return null;
  }
}

/** @returns the operators' words on what one server lists, of its settings where they name what is accepted */
export async function askForWords(
  ports: ToolPorts,
  { acceptedTools }: McpServer,
  listed: readonly ListedTool[],
  around: ListedAround,
): Promise<ReadonlyMap<string, ToolWord>> {
  if (listed.length === 0) return new Map();
  if (!acceptedTools) return ports.accept(listed, around);
  const labels = await ports.labels(listed.map(({ name }) => name));
  return new Map(
    listed.map(({ name, tool, sha256 }) => [
      name,
      { isAccepted: acceptedTools[tool] === sha256, writes: labels.get(name) ?? null },
    ]),
  );
}
