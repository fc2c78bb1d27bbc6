/** Asks the Cedar engine one question. The engine keeps the policies parsed. */
import "server-only";
import type { HopQuestion } from "../contracts/run/hop-decision.ts";
import { type CedarEngine, cedarEngine, dropCedarEngine } from "./cedar-engine.ts";
import { type CompiledPolicies, staticPolicies } from "./compile-policies.ts";
import { questionEntities } from "./policy-entities.ts";

export type EngineAnswer =
  | {
      ok: true;
      /** The ids of the policies that apply: forbids where there are any, else permits. */
      holding: readonly string[];
      allowed: boolean;
      failing: readonly { id: string; message: string }[];
    }
  | { ok: false; why: string };

const prepared = new WeakMap<CedarEngine, Set<string>>();

/**
 * Asks the engine one question. It keeps the policies parsed.
 * @param which `all` policies, or only the `permits`
 */
export function askEngine(
  policies: CompiledPolicies,
  which: "all" | "permits",
  question: HopQuestion,
): EngineAnswer {
  const engine = cedarEngine();
  try {
    const answer = engine.statefulIsAuthorized({
      ...questionEntities(question),
      context: contextOf(question, policies.readsPlan),
      preparsedPolicySetId: prepare(engine, policies, which),
      entities: [],
    });
    if (answer.type === "failure")
      return { ok: false, why: answer.errors.map((error) => error.message).join("; ") };
    const { decision, diagnostics } = answer.response;
    return {
      ok: true,
      holding: diagnostics.reason,
      allowed: decision === "allow",
      failing: diagnostics.errors.map(({ policyId, error }) => ({
        id: policyId,
        message: error.message,
      })),
    };
  } catch (error) {
    dropCedarEngine(engine);
    return { ok: false, why: error instanceof Error ? error.message : "the engine failed" };
  }
}

function prepare(
  engine: CedarEngine,
  policies: CompiledPolicies,
  which: "all" | "permits",
): string {
  const id = `${which}:${policies.sha256}`;
  const known = prepared.get(engine) ?? new Set<string>();
  prepared.set(engine, known);
  if (known.has(id)) return id;
  const answer = engine.preparsePolicySet(id, { staticPolicies: staticPolicies(policies, which) });
  if (answer.type === "failure")
    throw new Error(answer.errors.map((error) => error.message).join("; "));
  known.add(id);
  return id;
}

/**
 * The attributes that policies read (docs/guides/write-a-policy.md). The engine accepts only well-formed text, and a
 * lone surrogate in an objective is no reason to deny a hop.
 */
function contextOf({ context }: HopQuestion, readsPlan: boolean) {
  const { role, egressDomain, riskTags, writes, approved } = context;
  return {
    riskTags: riskTags.map((tag) => tag.toWellFormed()),
    writes,
    approved,
    ...(role ? { role } : {}),
    ...(egressDomain === null ? {} : { egressDomain: egressDomain.toWellFormed() }),
    ...(readsPlan ? runContext(context) : {}),
  };
}

function runContext({ objective, planStep, plan, execution, hops = [] }: HopQuestion["context"]) {
  return {
    ...(objective === null ? {} : { objective: objective.toWellFormed() }),
    ...(planStep === null ? {} : { planStep: planStep.toWellFormed() }),
    ...(plan ? { plan: { ...plan, agents: set(plan.agents), tools: set(plan.tools) } } : {}),
    ...(execution ? { execution: executionContext(execution) } : {}),
    hops: set(hops),
  };
}

function executionContext({
  calls,
  tools,
  failed,
  denied,
}: NonNullable<HopQuestion["context"]["execution"]>) {
  return { calls, tools: set(tools), failed: set(failed), denied: set(denied) };
}

function set(names: readonly string[]): string[] {
  return names.map((name) => name.toWellFormed());
}
