import "server-only";
/** The service's agent reflects what it did (seeds, "Agent Execution Reflection"): digests and statuses, no payload. */
import type { UmsHop } from "../contracts/ums-chat.ts";

export function reflectExecution(hops: readonly UmsHop[]) {
  const runs = hops.flatMap(({ tool, argsSha256, status }) =>
    status === null ? [] : [{ tool_invoked: tool, actual_args_sha256: argsSha256, status }],
  );
  return { version: 1 as const, runs };
}
