/** The glossary term that explains each finding of a run's trace. */
import type { SpanFinding } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { meaningOf, type TermName } from "../../values/term.tsx";

const TERMS: Record<SpanFinding, TermName | null> = {
  orphan: "orphan",
  cycle: "cycle",
  "duplicate-id": "duplicateId",
  "clock-skew": "clockSkew",
  "malformed-envelope": "malformedEnvelope",
  "foreign-write": "foreignWrite",
  unplanned: "unplanned",
  retried: "retriedFinding",
  "never-ended": "neverEnded",
  "invented-citation": "inventedCitation",
  other: null,
};

/** Props for a chip that names the finding. */
export function explainFinding(code: SpanFinding): { explanation?: string } {
  const term = TERMS[code];
  return term === null ? {} : { explanation: meaningOf(term) };
}
