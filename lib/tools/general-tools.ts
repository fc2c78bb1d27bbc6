import "server-only";
/** The tools of the general agent, as this deployment offers them. The same list while nothing changes. */
import { fetchPage } from "./fetch-page/fetch-page.ts";
import { fileExtraction } from "./file-extraction/file-extraction.ts";
import { joinTools } from "./mcp/join-tools.ts";
import { offeredMcpTools } from "./mcp/mcp-tools.ts";
import { pythonInterpreter } from "./python-interpreter/python-interpreter.ts";
import type { DocumentPorts } from "./search-documents/document-ports.ts";
import { createSearchDocuments } from "./search-documents/search-documents.ts";
import type { Tool } from "./tool.ts";
import { webSearch } from "./web-search/web-search.ts";

const KEY = Symbol.for("halfsilver.general-tools");
const store = globalThis as { [KEY]?: readonly Tool[] };

export type GeneralTools = {
  tools: readonly Tool[];
  /** Configured, but not to be had now: for the record. */
  missing: readonly { server: string; tool: string | null; reason: string }[];
};

/** @param documents where passages are kept and found; the first caller's count for the process */
export async function generalTools(documents: DocumentPorts): Promise<GeneralTools> {
  store[KEY] ??= ownTools(documents);
  const { tools, missing } = await offeredMcpTools();
  return { tools: joinTools(store[KEY], tools), missing };
}

/** Without a search provider there is nothing to search and no page to fetch. */
function ownTools(documents: DocumentPorts): readonly Tool[] {
  const search = webSearch();
  const web = search ? [search, fetchPage] : [];
  return [pythonInterpreter, fileExtraction, createSearchDocuments(documents), ...web];
}
