import "server-only";
/** Applies one delta and checks the result against what was recorded with it. */
import { digestContext } from "../../context-state/apply-delta.ts";
import { ContextPatch, checkContext } from "../../context-state/context-schema.ts";
import type { StepFinding } from "../../contracts/inspector/context/context-inspection.ts";
import * as text from "../../messages/inspector-findings.ts";
import { type AppliedChange, applyChanges } from "./apply-changes.ts";
import { type Authors, blameField } from "./blame-field.ts";
import type { ContextValue, KnownSchema } from "./schema-of.ts";

/** The columns of `context_delta` that the replay needs. */
export type RecordedStep = {
  ordinal: number;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};

/** A state of the chain, and the ordinal that set each value. Replaced, never changed in place. */
export type Tracked = {
  ordinal: number;
  state: ContextValue;
  by: Authors;
  /** The digest that the last delta recorded. */
  recordedSha256: string;
};

export type Replayed = {
  tracked: Tracked;
  changes: AppliedChange[];
  findings: { code: StepFinding; detail: string }[];
};

export function beginReplay(schema: KnownSchema): Tracked {
  const { empty } = schema;
  return { ordinal: 0, state: empty, by: {}, recordedSha256: digestContext(empty) };
}

/** Never throws. Where the patch cannot be applied, the state stays unchanged. */
export function replayStep(schema: KnownSchema, last: Tracked, step: RecordedStep): Replayed {
  const findings: Replayed["findings"] = [];
  if (step.ordinal !== last.ordinal + 1) {
    const detail = text.deltasAreNotThere({ first: last.ordinal + 1, last: step.ordinal - 1 });
    findings.push({ code: "ordinal-missing", detail });
  }
  const from = beginOf(schema, last, step, findings);
  const applied = applyChanges(from.state, step.patch);
  if (!applied) findings.push({ code: "patch-invalid", detail: text.patchCannotBeApplied() });
  const by = applied ? blameChanges(from, applied.state, step.ordinal) : from.by;
  return {
    tracked: {
      ordinal: step.ordinal,
      state: applied?.state ?? from.state,
      by,
      recordedSha256: step.afterSha256,
    },
    changes: applied?.changes ?? [],
    findings,
  };
}

/** The checks that need the whole patch and the whole state. @returns the digest of the state */
export function checkStep(
  schema: KnownSchema,
  { tracked, findings }: Replayed,
  step: RecordedStep,
): string {
  const patch = checkContext(ContextPatch, step.patch);
  if (!patch.ok && !findings.some(({ code }) => code === "patch-invalid")) {
    findings.push({ code: "patch-invalid", detail: patch.detail });
  }
  const checked = schema.check(tracked.state);
  if (!checked.ok) findings.push({ code: "schema-invalid", detail: checked.detail });
  const digest = digestContext(tracked.state);
  if (digest !== step.afterSha256) {
    findings.push({
      code: "digest-differs",
      detail: text.replayedTo({ digest: digest.slice(0, 10) }),
    });
  }
  return digest;
}

function beginOf(
  schema: KnownSchema,
  last: Tracked,
  step: RecordedStep,
  findings: Replayed["findings"],
): Tracked {
  if (step.beforeSha256 === last.recordedSha256) return last;
  const begin = beginReplay(schema);
  if (step.beforeSha256 !== begin.recordedSha256) {
    const detail = text.beginsWithAnotherState({
      found: step.beforeSha256.slice(0, 10),
      expected: last.recordedSha256.slice(0, 10),
    });
    findings.push({ code: "chain-broken", detail });
    return last;
  }
  findings.push({ code: "begun-anew", detail: text.beginsWithAnEmptyState() });
  return begin;
}

function blameChanges(from: Tracked, next: ContextValue, ordinal: number): Authors {
  const by: Authors = { ...from.by };
  for (const [field, value] of Object.entries(next)) {
    const before = from.state[field];
    if (value !== before) by[field] = blameField(from.by[field], before, value, ordinal);
  }
  return by;
}
