import "server-only";
/** Prepares stored policies for decisions: read once, kept parsed inside the engine, remembered by identity. */
import { createHash } from "node:crypto";
import type { HopDecision } from "../contracts/hop-decision.ts";
import type { PolicyMode, StoredPolicy } from "../contracts/stored-policy.ts";
import { type CedarEngine, openCedarEngine } from "./cedar-engine.ts";
import { type PolicyPart, readPolicyText } from "./read-policy-text.ts";

export type CompiledPart = PolicyPart & {
  /** The stored policy it is of, `name@version`. */
  ref: string;
  mode: PolicyMode;
};

export type CompiledPolicies = {
  /** By the id that the engine knows them by. */
  readonly parts: ReadonlyMap<string, CompiledPart>;
  /** Stored policies that cannot be read: they count as forbidding everything. */
  readonly broken: readonly { ref: string; mode: PolicyMode; why: string }[];
  /** Changes with any name, version, mode or text; the engine keeps the sets under it. */
  readonly sha256: string;
  /** False where no policy looks at the plan, so that it need not be handed over. */
  readonly readsPlan: boolean;
  /** Decisions by question; the same question has the same answer. */
  readonly decided: Map<string, HopDecision>;
};

const KEY = Symbol.for("halfsilver.compiled-policies");
const store = globalThis as { [KEY]?: WeakMap<readonly StoredPolicy[], CompiledPolicies> };

/** @param rows the same array gives the same result at no cost */
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
      engine = undefined; // it may have trapped
    }
  }
  const readsPlan = [...parts.values()].some((part) => /objective|planStep|\\/.test(part.text));
  return { parts, broken, sha256: digestOf(rows), readsPlan, decided: new Map() };
}

/** The policies as the engine takes them: all that can forbid and all that permit, or the latter alone. */
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
