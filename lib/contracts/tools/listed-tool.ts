/** A tool of an MCP server as the server lists it, and what an operator's word on it is. */
import * as z from "zod/mini";

/** Seen for the first time; a command; an admin, on the page. */
export const AcceptedBy = z.enum(["first-sight", "operator", "admin"]);
export type AcceptedBy = z.infer<typeof AcceptedBy>;

export type ListedTool = {
  /** As the model is offered it: `mcp_<server>_<tool>`. */
  name: string;
  server: string;
  /** The server's own name of it. */
  tool: string;
  /** Of `told`, hexadecimal. */
  sha256: string;
  /** All that a model or a policy is told of it, as canonical JSON: `ToldTool`. */
  told: string;
};

/** What stands around a listing: who else has tools, and under which names. */
export type ListedAround = {
  /** Names of the application's own tools. */
  ours: readonly string[];
  /** What all servers list at this moment, this one included. */
  listed: readonly ListedTool[];
};

/** `isAccepted`: offered as it is described now. `writes`: null where the settings' word stands. */
export type ToolWord = { isAccepted: boolean; writes: boolean | null };
