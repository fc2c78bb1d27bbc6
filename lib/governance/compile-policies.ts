/** Prepares stored policies for decisions: parsed once, kept in the engine, cached by identity of the list. */
import "server-only";
import { createHash } from "node:crypto";
import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { LRUCache } from "lru-cache";
import type { HopDecision } from "../contracts/run/hop-decision.ts";
import type { PolicyMode, StoredPolicy } from "../contracts/stored-policy.ts";
import { processWide } from "../env/process-wide.ts";
import { type CedarEngine, openCedarEngine } from "./cedar-engine.ts";
import {
  DECISIONS_CACHED_MAX,
  EXPRESSION_LEVELS_MAX,
  POLICY_NESTING_MAX,
  POLICY_TEXT_MAX_CHARS,
} from "./limits.ts";
import { ACTION_NAME } from "./policy-entities.ts";

const ANNOTATIONS = ["id", "decision", "reason"];

export type CompiledPart = PolicyPart & {
  /** Its stored policy, `name@version`. */
  ref: string;
  mode: PolicyMode;
};

export type CompiledPolicies = {
  /** By their id in the engine. */
  readonly parts: ReadonlyMap<string, CompiledPart>;
  /** Stored policies that cannot be parsed. They forbid everything. */
  readonly broken: readonly { ref: string; mode: PolicyMode; why: string }[];
  /** Digest of names, versions, modes and texts; the key of the parsed sets in the engine. */
  readonly sha256: string;
  /** False where no policy reads objective, plan, execution or hops, so that decisions do not depend on them. */
  readonly readsPlan: boolean;
  /** False where no policy reads single origins, so that decisions depend on their lowest alone. */
  readonly readsOrigins: boolean;
  /** Decisions by question. */
  readonly decided: LRUCache<string, HopDecision>;
};

const compiled = processWide<WeakMap<readonly StoredPolicy[], CompiledPolicies>>(
  "compiled-policies",
  () => new WeakMap(),
);

/** As `compilePolicies`; null where the rows are not known. */
export function compileKnown(rows: readonly StoredPolicy[] | null): CompiledPolicies | null {
  return rows && compilePolicies(rows);
}

/** @param rows the same array returns the cached result */
export function compilePolicies(rows: readonly StoredPolicy[]): CompiledPolicies {
  const known = compiled().get(rows) ?? compile(rows);
  compiled().set(rows, known);
  return known;
}

function compile(rows: readonly StoredPolicy[]): CompiledPolicies {
  const parts = new Map<string, CompiledPart>();
  const broken: CompiledPolicies["broken"][number][] = [];
  let engine: CedarEngine | undefined;
  for (const { name, version, text, mode } of rows) {
    const ref = `${name}@${version}`;
    engine ??= openCedarEngine();
    const reading = readPolicyText(engine, text);
    if (reading.ok) {
      for (const [index, part] of reading.parts.entries())
        parts.set(`${ref}#${index}`, { ...part, ref, mode });
    } else {
      broken.push({ ref, mode, why: reading.errors.join("; ").slice(0, 500) });
      engine = undefined; // the text may have broken it
    }
  }
  const reads = (names: RegExp) => [...parts.values()].some((part) => names.test(part.text));
  return {
    parts,
    broken,
    sha256: digestOf(rows),
    readsPlan: reads(READS_RUN),
    readsOrigins: reads(READS_ORIGINS),
    decided: new LRUCache({ max: DECISIONS_CACHED_MAX }),
  };
}

/** An escape could spell any of these names. */
const READS_RUN = /objective|plan|execution|hops|\\/;
const READS_ORIGINS = /origins|Origins|foreignArguments|\\/;

/** The policies in the engine's form: all that can forbid or permit, or only those that permit. */
export function staticPolicies(policies: CompiledPolicies, which: "all" | "permits") {
  const counts = ({ effect, mode }: CompiledPart) =>
    effect === "permit" ? mode === "enforce" : which === "all";
  return Object.fromEntries(
    [...policies.parts].filter(([, part]) => counts(part)).map(([id, part]) => [id, part.text]),
  );
}

function digestOf(rows: readonly StoredPolicy[]): string {
  const lines = rows.map(({ name, version, mode, text }) => [name, version, mode, text]);
  return createHash("sha256").update(JSON.stringify(lines)).digest("hex");
}

type PolicyPart = {
  text: string;
  effect: "permit" | "forbid";
  /** The person's approval lifts this forbid. */
  asks: boolean;
  /** The author's `@reason`, for the log. */
  reason: string | null;
};

type PolicyReading =
  | { ok: true; parts: readonly PolicyPart[] }
  | { ok: false; errors: readonly string[] };

/**
 * Splits policy text into single policies, and reads their effects, annotations and actions.
 * @param engine a disposable one: the text can break it, which is returned as an error
 */
function readPolicyText(engine: CedarEngine, text: string): PolicyReading {
  if (text.length > POLICY_TEXT_MAX_CHARS)
    return refuse(`longer than ${POLICY_TEXT_MAX_CHARS} characters`);
  if (nestingOf(text) > POLICY_NESTING_MAX)
    return refuse(`brackets nested deeper than ${POLICY_NESTING_MAX}`);
  try {
    const answer = engine.policySetTextToParts(text);
    if (answer.type === "failure") return refuse(...answer.errors.map((error) => error.message));
    if (answer.policy_templates.length > 0)
      return refuse("templates (?principal) are not supported");
    if (answer.policies.length === 0) return refuse("no policy in it");
    return readParts(engine, answer.policies);
  } catch {
    return refuse("too deep for the policy engine");
  }
}

function readParts(engine: CedarEngine, texts: readonly string[]): PolicyReading {
  const errors: string[] = [];
  const actionNames = new Set<string>();
  const parts = texts.map((text): PolicyPart => {
    const answer = engine.policyToJson(text);
    if (answer.type === "failure") {
      errors.push(...answer.errors.map((error) => error.message));
      return { text, effect: "forbid", asks: false, reason: null };
    }
    const { json } = answer;
    errors.push(...annotationErrors(json));
    if (levelsOf(json.conditions) > EXPRESSION_LEVELS_MAX)
      errors.push(`an expression of more than ${EXPRESSION_LEVELS_MAX} levels`);
    else for (const name of actionsIn(json)) actionNames.add(name);
    const { decision, reason = null } = json.annotations ?? {};
    return { text, effect: json.effect, asks: decision === "needs_approval", reason };
  });
  for (const name of actionNames)
    if (!ACTION_NAME.test(name))
      errors.push(`Action::"${name}" is neither call:<tool> nor ask:<node>`);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, parts };
}

function annotationErrors({ annotations = {}, effect }: PolicyJson): string[] {
  const errors = Object.keys(annotations)
    .filter((key) => !ANNOTATIONS.includes(key))
    .map((key) => `@${key} is not one of ${ANNOTATIONS.map((name) => `@${name}`).join(", ")}`);
  const { decision } = annotations;
  if (decision !== undefined && decision !== "needs_approval")
    errors.push(`@decision("${decision}"): only "needs_approval" has a meaning`);
  if (decision !== undefined && effect === "permit")
    errors.push("@decision belongs on a forbid: a permit has nothing to ask");
  return errors;
}

/** The deepest nesting of brackets. Brackets inside strings count, too. */
function nestingOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const char of text) {
    if ("([{".includes(char)) deepest = Math.max(deepest, ++level);
    else if (")]}".includes(char)) level -= 1;
  }
  return deepest;
}

/** Levels of nested objects. Not recursive, because the depth is untrusted. */
function levelsOf(value: unknown): number {
  let level = 0;
  for (let layer = [value]; layer.length > 0; level += 1) layer = layer.flatMap(childrenOf);
  return level / 2;
}

function actionsIn(policy: PolicyJson): string[] {
  const names: string[] = [];
  for (let layer: unknown[] = [policy.action, policy.conditions]; layer.length > 0; )
    layer = layer.flatMap((value) => {
      const { type, id } = (value ?? {}) as { type?: unknown; id?: unknown };
      if (type === "Action" && typeof id === "string") names.push(id);
      return childrenOf(value);
    });
  return names;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function refuse(...errors: string[]): PolicyReading {
  return { ok: false, errors };
}
