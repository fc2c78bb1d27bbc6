import "server-only";
/** Applies one delta and checks the result against what was recorded with it. */
import { digestContext } from "../../context-state/apply-delta.ts";
import { ContextPatch, checkContext } from "../../context-state/context-schema.ts";
import type { StepFinding } from "../../contracts/inspector/context/context-inspection.ts";
import { type AppliedChange, applyChanges } from "./apply-changes.ts";
import { type Authors, blameField } from "./blame-field.ts";
import type { ContextValue, KnownSchema } from "./schema-of.ts";

/** What the replay needs of a row of `context_delta`. */
export type RecordedStep = {
  ordinal: number;
  patch: unknown;
  beforeSha256: string;
  afterSha256: string;
};

/** A state on the way, and for each value the ordinal that set it. Replaced, never changed in place. */
export type Tracked = {
  ordinal: number;
  state: ContextValue;
  by: Authors;
  /** What the last delta says that it left. */
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

/** Never throws. Where the patch cannot be applied the state stays as it was. */
export function replayStep(schema: KnownSchema, last: Tracked, step: RecordedStep): Replayed {
  const findings: Replayed["findings"] = [];
  if (step.ordinal !== last.ordinal + 1) {
    const detail = `${last.ordinal + 1} to ${step.ordinal - 1} are not there`;
    findings.push({ code: "ordinal-missing", detail });
  }
  const from = beginOf(schema, last, step, findings);
  const applied = applyChanges(from.state, step.patch);
  if (!applied) findings.push({ code: "patch-invalid", detail: "its patch cannot be applied" });
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

/** What takes a look at the whole patch and the whole state. @returns the digest of the state */
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
    findings.push({ code: "digest-differs", detail: `replayed to ${digest.slice(0, 10)}` });
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
    const detail = `begins with ${step.beforeSha256.slice(0, 10)}, not with ${last.recordedSha256.slice(0, 10)}`;
    findings.push({ code: "chain-broken", detail });
    return last;
  }
  findings.push({ code: "begun-anew", detail: "begins with an empty state" });
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
