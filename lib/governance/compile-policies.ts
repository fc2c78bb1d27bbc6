/** Prepares stored policies for decisions: parsed once, kept in the engine, cached by identity of the list. */
import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { HopDecision } from "../contracts/run/hop-decision.ts";
import type { PolicyMode, StoredPolicy } from "../contracts/stored-policy.ts";
import { type CedarEngine, openCedarEngine } from "./cedar-engine.ts";
import { DECISIONS_CACHED_MAX } from "./limits.ts";
import { type PolicyPart, readPolicyText } from "./read-policy-text.ts";

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
  /** Decisions by question. */
  readonly decided: LRUCache<string, HopDecision>;
};

const KEY = Symbol.for("halfsilver.compiled-policies");
const store = globalThis as { [KEY]?: WeakMap<readonly StoredPolicy[], CompiledPolicies> };

/** @param rows the same array returns the cached result */
export function compilePolicies(rows: readonly StoredPolicy[]): CompiledPolicies {
  store[KEY] ??= new WeakMap();
  const known = store[KEY].get(rows) ?? compile(rows);
  store[KEY].set(rows, known);
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
  const readsPlan = [...parts.values()].some((part) => READS_RUN.test(part.text));
  return {
    parts,
    broken,
    sha256: digestOf(rows),
    readsPlan,
    decided: new LRUCache({ max: DECISIONS_CACHED_MAX }),
  };
}

/** An escape could spell any of these names. */
const READS_RUN = /objective|plan|execution|hops|\\/;

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
