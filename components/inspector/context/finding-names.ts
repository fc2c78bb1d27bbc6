/** What is wrong with a recorded delta, in words. */
import type { StepFinding } from "@/lib/contracts/inspector/context/context-inspection.ts";

export const FINDING_NAMES: Record<StepFinding, string> = {
  "patch-invalid": "the patch cannot be applied",
  "digest-differs": "the digest differs from the recorded one",
  "chain-broken": "the chain is broken before it",
  "begun-anew": "the memory was begun anew",
  "ordinal-missing": "a delta before it is missing",
  "schema-invalid": "the state does not fit its schema",
};
