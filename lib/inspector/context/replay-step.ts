import "server-only";
/** One recorded delta applied to the state before it, checked against everything that was recorded beside it. */
import { applyPatch } from "rfc6902";
import { checkContext } from "../../context-state/check-context.ts";
import { ContextPatch } from "../../context-state/context-patch.ts";
import { digestContext } from "../../context-state/digest-context.ts";
import type { StepFinding } from "../../contracts/context-inspection.ts";
import type { Leaf } from "../to-leaves.ts";
import { listLeaves } from "../to-leaves.ts";
import { blameField } from "./blame-field.ts";
import type { ContextValue, KnownSchema } from "./schema-of.ts";
import { valueAt } from "./value-at.ts";

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
  by: ReadonlyMap<string, number>;
  /** What the last delta says that it left. */
  recordedSha256: string;
};

export type AppliedChange = {
  op: "add" | "remove" | "replace";
  path: string;
  before: Leaf[];
  after: Leaf[];
};

export type Replayed = {
  tracked: Tracked;
  changes: AppliedChange[];
  findings: { code: StepFinding; detail: string }[];
};

export function beginReplay(schema: KnownSchema): Tracked {
  const { empty } = schema;
  return { ordinal: 0, state: empty, by: new Map(), recordedSha256: digestContext(empty) };
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

/** What only looking at the whole state can tell. @returns the digest of the state */
export function checkStep(
  schema: KnownSchema,
  { tracked, findings }: Replayed,
  step: RecordedStep,
): string {
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

function applyChanges(
  state: ContextValue,
  stored: unknown,
): { state: ContextValue; changes: AppliedChange[] } | null {
  const patch = checkContext(ContextPatch, stored);
  if (!patch.ok) return null;
  const next: ContextValue = { ...state };
  const copied = new Set<string>();
  const changes: AppliedChange[] = [];
  for (const operation of patch.value) {
    const { op, path } = operation;
    const field = fieldOf(path);
    // Only what is touched is copied: other states along the way share the rest.
    if (!copied.has(field) && Object.hasOwn(next, field))
      next[field] = structuredClone(next[field]);
    copied.add(field);
    const old = op === "add" ? undefined : valueAt(next, path);
    try {
      if (applyPatch(next, [operation]).some((error) => error !== null)) return null;
    } catch {
      return null;
    }
    changes.push({
      op,
      path,
      before: old === undefined ? [] : listLeaves(old, path),
      after: op === "remove" ? [] : listLeaves(operation.value, path),
    });
  }
  return { state: next, changes };
}

function blameChanges(from: Tracked, next: ContextValue, ordinal: number): Map<string, number> {
  const by = new Map(from.by);
  for (const [field, value] of Object.entries(next)) {
    if (value !== from.state[field]) {
      blameField(by, `/${field}`, from.state[field], value, ordinal);
    }
  }
  return by;
}

function fieldOf(path: string): string {
  return (path.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}
