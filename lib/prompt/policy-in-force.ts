import "server-only";
/** The memory policy in force: the agent's own, unless the deployment forces `context-state` on every agent. */
import { settings } from "../env/settings.ts";
import type { MemoryPolicy } from "./memory-policies.ts";

export function policyInForce(declared: MemoryPolicy): MemoryPolicy {
  return settings().MEMORY_POLICY === "context-state" ? "context-state" : declared;
}
