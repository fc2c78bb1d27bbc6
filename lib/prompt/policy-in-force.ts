import "server-only";
/** Which memory policy counts: the agent's own, unless this deployment forces the strict one on all. */
import { settings } from "../env/settings.ts";
import type { MemoryPolicy } from "./memory-policies.ts";

export function policyInForce(declared: MemoryPolicy): MemoryPolicy {
  return settings().MEMORY_POLICY === "context-state" ? "context-state" : declared;
}
