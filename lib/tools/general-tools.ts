/** The registry of the general agent's tools: one line for each tool in this room. */
import "server-only";
import { processSlot } from "../env/process-wide.ts";
import { drawChart } from "./draw-chart/draw-chart.ts";
import { fetchPage } from "./fetch-page/fetch-page.ts";
import { fileExtraction } from "./file-extraction/file-extraction.ts";
import { joinTools, offeredMcpTools } from "./mcp/mcp-tools.ts";
import { pythonInterpreter } from "./python-interpreter/python-interpreter.ts";
import type { DocumentPorts } from "./search-documents/index-files.ts";
import { createSearchDocuments } from "./search-documents/search-documents.ts";
import type { Tool } from "./tool.ts";
import { webSearch } from "./web-search/web-search.ts";

/** What tools need from other rooms. */
type ToolPorts = { documents: DocumentPorts };

/** By name. Null where this deployment does not offer the tool. Tools of MCP servers are added by `generalTools`. */
export const REGISTRY: Readonly<Record<string, (ports: ToolPorts) => Tool | null>> = {
  python_interpreter: () => pythonInterpreter,
  draw_chart: () => drawChart,
  file_extraction: () => fileExtraction,
  search_documents: ({ documents }) => createSearchDocuments(documents),
  web_search: () => webSearch(),
  // Without a search provider the model has no pages to read.
  fetch_page: () => (webSearch() ? fetchPage : null),
};

/** Whether or not this deployment offers them. A tool of an MCP server that takes such a name waits for an operator. */
export const OWN_TOOL_NAMES: readonly string[] = Object.keys(REGISTRY);

const own = processSlot<readonly Tool[]>("general-tools");

export type GeneralTools = {
  /** The same array until an MCP server connects, disconnects or changes its tools. */
  tools: readonly Tool[];
  /** Configured but not available now; for the run log. */
  missing: readonly { server: string; tool: string | null; reason: string }[];
};

/** @param documents the store of passages; that of the first call is used for the whole process */
export async function generalTools(documents: DocumentPorts): Promise<GeneralTools> {
  own.value ??= Object.values(REGISTRY).flatMap((open) => open({ documents }) ?? []);
  const { tools, missing } = await offeredMcpTools();
  return { tools: joinTools(own.value, tools), missing };
}
