/** Applies one delta and checks the result against what was recorded with it. */
import "server-only";
import { applyPatch } from "rfc6902";
import { digestContext } from "../../context-state/apply-delta.ts";
import { ContextPatch, checkContext } from "../../context-state/context-schema.ts";
import type { StepFinding } from "../../contracts/inspector/run/context-inspection.ts";
import type { StoredPatch } from "../../db/inspector/states/read-context-deltas.ts";
import * as text from "../../messages/inspector-findings.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { type Leaf, listLeaves } from "../to-leaves.ts";
import { type Authors, blameField } from "./blame-field.ts";
import { type ContextValue, type KnownSchema, valueAt } from "./schema-of.ts";

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
export function replayStep(schema: KnownSchema, last: Tracked, step: StoredPatch): Replayed {
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
  step: StoredPatch,
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

type Found = Replayed["findings"][number];

/** These tell where a value does not fit, or a digest. */
const TELLING: ReadonlySet<StepFinding> = new Set([
  "patch-invalid",
  "digest-differs",
  "chain-broken",
  "schema-invalid",
]);

/** A finding for this operator: names of keys and digests of states are hidden with the values. */
export function toFound<Finding extends Found>(found: Finding, access: PayloadAccess): Finding {
  if (access.level === "full" || !TELLING.has(found.code)) return found;
  return { ...found, detail: text.detailIsHidden() };
}

function beginOf(
  schema: KnownSchema,
  last: Tracked,
  step: StoredPatch,
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

type AppliedChange = {
  op: "add" | "remove" | "replace";
  path: string;
  before: Leaf[];
  after: Leaf[];
};
type Applied = { state: ContextValue; changes: AppliedChange[] };

type Operation = { op: AppliedChange["op"]; path: string; value?: unknown };

/** As in lib/context-state: never the whole state, and never an inherited property. */
const POINTER = /^(?!.*\/(?:__proto__|constructor|prototype)(?:\/|$))(?:\/[^/]+){1,4}$/;

/**
 * Applies a recorded patch to a copy of a state.
 * @returns also the values before and after each operation; null where the patch cannot be applied
 */
function applyChanges(state: ContextValue, patch: unknown): Applied | null {
  if (!Array.isArray(patch)) return null;
  const next: ContextValue = { ...state };
  const copied = new Set<string>();
  const changes: AppliedChange[] = [];
  for (const operation of patch) {
    if (!isOperation(operation)) return null;
    copyField(next, operation.path, copied);
    const change = applyOne(next, operation);
    if (!change) return null;
    changes.push(change);
  }
  return { state: next, changes };
}

function applyOne(next: ContextValue, operation: Operation): AppliedChange | null {
  const { op, path } = operation;
  const old = op === "add" ? undefined : valueAt(next, path);
  try {
    if (applyPatch(next, [operation as never]).some((error) => error !== null)) return null;
  } catch {
    return null;
  }
  return {
    op,
    path,
    before: old === undefined ? [] : listLeaves(old, path),
    after: op === "remove" ? [] : listLeaves(operation.value, path),
  };
}

/** Copies only the changed path: the states of a chain share everything else. */
function copyField(next: ContextValue, path: string, copied: Set<string>): void {
  const steps = path.split("/");
  const field = (steps[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const value = next[field];
  if (typeof value !== "object" || value === null) return;
  if (steps.length > 3) next[field] = structuredClone(value);
  else if (!copied.has(field)) next[field] = Array.isArray(value) ? [...value] : { ...value };
  copied.add(field);
}

function isOperation(value: unknown): value is Operation {
  if (typeof value !== "object" || value === null) return false;
  const { op, path } = value as Record<string, unknown>;
  const isKnown = op === "add" || op === "remove" || op === "replace";
  return isKnown && typeof path === "string" && POINTER.test(path);
}
