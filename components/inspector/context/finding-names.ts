/** The names of findings about a recorded delta. */
import type { StepFinding } from "@/lib/contracts/inspector/context/context-inspection.ts";
import * as text from "@/lib/messages/inspector-context.ts";

export const FINDING_NAMES: Record<StepFinding, () => string> = {
  "patch-invalid": text.patchInvalid,
  "digest-differs": text.digestDiffers,
  "chain-broken": text.chainBroken,
  "begun-anew": text.begunAnew,
  "ordinal-missing": text.ordinalMissing,
  "schema-invalid": text.schemaInvalid,
};
