import "server-only";
/** A foreign tool's name among ours: `mcp_<server>_<tool>`, as every model endpoint takes it. */
import { createHash } from "node:crypto";

const NAME_MAX_CHARS = 64;
const HASH_CHARS = 8;

/** Different tools never get the same name: where characters are lost, a digest of the whole name takes their place. */
export function nameTool(server: string, tool: string): string {
  const whole = `mcp_${server}_${tool}`;
  const safe = whole.replace(/[^A-Za-z0-9_-]/g, "_");
  if (safe === whole && whole.length <= NAME_MAX_CHARS) return whole;
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, HASH_CHARS);
  return `${safe.slice(0, NAME_MAX_CHARS - HASH_CHARS - 1)}_${hash}`;
}
