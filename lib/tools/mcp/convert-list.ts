/** Converts what an MCP server lists to tools of ours, and to what an operator accepts. */
import "server-only";
import type { ListedTool } from "../../contracts/tools/listed-tool.ts";
import type { Tool } from "../tool.ts";
import { digestOfTool } from "./accepted-tools.ts";
import type { McpConnection } from "./keep-connection.ts";
import type { McpToolInfo } from "./open-session.ts";
import { toTool, writesBySettings } from "./to-tool.ts";

const MALFORMED = "its description is malformed";
const SAME_NAME = "another of its tools has the same name";

export type ConvertedList = {
  listed: readonly ListedTool[];
  unusable: readonly { tool: string; reason: string }[];
  /** The same object for the same word. @param writes null: as the settings say */
  toolOf(name: string, writes: boolean | null): Tool | undefined;
};

export function convertList(
  connection: McpConnection,
  infos: readonly McpToolInfo[],
  version: string,
): ConvertedList {
  const { server } = connection;
  const tools = new Map<string, Tool>();
  const infoOf = new Map<string, McpToolInfo>();
  const listed: ListedTool[] = [];
  const unusable: { tool: string; reason: string }[] = [];
  for (const info of infos) {
    const result = toTool(connection, info, version);
    const told = result.ok ? digestOfTool(server, info) : null;
    if (!result.ok || told === null || infoOf.has(result.tool.name)) {
      const reason = told === null ? MALFORMED : SAME_NAME;
      unusable.push({ tool: info.name, reason: result.ok ? reason : result.why });
      continue;
    }
    const { name, policy } = result.tool;
    infoOf.set(name, info);
    tools.set(keyOf(name, policy.writes), result.tool);
    listed.push({ name, server: server.name, tool: info.name, ...told });
  }
  const toolOf = (name: string, word: boolean | null) => {
    const info = infoOf.get(name);
    if (!info) return undefined;
    const writes = word ?? writesBySettings(server, info.name);
    const known = tools.get(keyOf(name, writes));
    const made = known ? null : toTool(connection, info, version, writes);
    if (made?.ok) tools.set(keyOf(name, writes), made.tool);
    return tools.get(keyOf(name, writes));
  };
  return { listed, unusable, toolOf };
}

const keyOf = (name: string, writes: boolean) => `${name} ${writes}`;
