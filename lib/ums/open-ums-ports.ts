import "server-only";
/** What a turn of the service works with: the stored directory, and the policies as they are now. */
import { loadPolicies } from "../db/policies/load-policies.ts";
import { compilePolicies } from "../governance/compile-policies.ts";
import { decideHop } from "../governance/decide-hop.ts";
import { storedDirectory } from "./stored-directory.ts";
import type { UmsPorts } from "./ums-turn.ts";

export async function openUmsPorts(): Promise<UmsPorts> {
  const policies = compilePolicies(await loadPolicies());
  return { directory: storedDirectory, decide: (question) => decideHop(policies, question) };
}
