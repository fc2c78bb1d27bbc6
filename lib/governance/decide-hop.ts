/** Decides on one hop by the policies. The severest outcome wins, and a policy that cannot be evaluated forbids. */
import "server-only";
import type { HopDecision, HopQuestion, PolicyOutcome } from "../contracts/run/hop-decision.ts";
import { type CedarEngine, cedarEngine, dropCedarEngine } from "./cedar-engine.ts";
import { type CompiledPart, type CompiledPolicies, staticPolicies } from "./compile-policies.ts";
import { questionEntities } from "./policy-entities.ts";

const prepared = new WeakMap<CedarEngine, Set<string>>();

/** The result of one policy. `ref` is null where no policy applied. */
type Verdict = { outcome: PolicyOutcome; ref: string | null; why: string };

const SEVERITY: Record<PolicyOutcome, number> = {
  allow: 0,
  would_deny: 1,
  needs_approval: 2,
  deny: 3,
};

const NOT_KNOWN: HopDecision = {
  outcome: "deny",
  policies: [],
  reason: "not evaluated: the policies in force could not be read",
};

/**
 * Pure: the same policies and question give the same decision. Never throws.
 * @param policies null where those in force are not known, which denies
 */
export function decideHop(policies: CompiledPolicies | null, question: HopQuestion): HopDecision {
  if (!policies) return NOT_KNOWN;
  const key = keyOf(question, policies);
  const known = policies.decided.get(key);
  if (known) return known;
  const decision = decide(policies, question);
  // A denial without a policy may come from an engine that failed once, so it is not cached.
  if (decision.policies.length > 0) policies.decided.set(key, decision);
  return decision;
}

function decide(policies: CompiledPolicies, question: HopQuestion): HopDecision {
  const answer = askEngine(policies, "all", question);
  const verdicts: Verdict[] = policies.broken.map(({ ref, mode, why }) =>
    forbid({ ref, mode }, `cannot be read: ${why}`),
  );
  if (!answer.ok)
    verdicts.push({ outcome: "deny", ref: null, why: `not evaluated: ${answer.why}` });
  else {
    for (const { id, message } of answer.failing)
      verdicts.push(...failed(policies.parts.get(id), message));
    const holding = answer.holding.flatMap((id) => policies.parts.get(id) ?? []);
    verdicts.push(...holding.map((part) => verdictOf(part, question.context.approved)));
    if (!answer.allowed) verdicts.push(...permission(policies, question));
  }
  return severest(verdicts);
}

/** The permits that apply, after all forbids were lifted by approval or only observe. */
function permission(policies: CompiledPolicies, question: HopQuestion): Verdict[] {
  const answer = askEngine(policies, "permits", question);
  if (!answer.ok) return [{ outcome: "deny", ref: null, why: `not evaluated: ${answer.why}` }];
  if (!answer.allowed) return [{ outcome: "deny", ref: null, why: "no policy permits it" }];
  return answer.holding.flatMap((id) => {
    const part = policies.parts.get(id);
    return part ? [verdictOf(part, false)] : [];
  });
}

function verdictOf(part: CompiledPart, approved: boolean): Verdict {
  const { effect, asks, mode, ref } = part;
  if (effect === "permit") return { outcome: "allow", ref, why: part.reason ?? "permits" };
  if (mode === "observe" || !asks) return forbid(part, part.reason ?? "forbids");
  if (approved) return { outcome: "allow", ref, why: "approved by the person" };
  return { outcome: "needs_approval", ref, why: part.reason ?? "wants the person's approval" };
}

/** A forbid that cannot be evaluated forbids. A permit that cannot be evaluated permits nothing. */
function failed(part: CompiledPart | undefined, message: string): Verdict[] {
  if (part?.effect === "permit") return [];
  const { ref = null, mode = "enforce" } = part ?? {};
  return [forbid({ ref, mode }, `failed: ${message}`)];
}

function forbid({ ref, mode }: { ref: string | null; mode: string }, why: string): Verdict {
  return { outcome: mode === "observe" ? "would_deny" : "deny", ref, why };
}

function severest(verdicts: readonly Verdict[]): HopDecision {
  const outcome = verdicts.reduce<PolicyOutcome>(
    (severestYet, verdict) =>
      SEVERITY[verdict.outcome] > SEVERITY[severestYet] ? verdict.outcome : severestYet,
    "allow",
  );
  const deciding = verdicts.filter((verdict) => verdict.outcome === outcome);
  const policies = [...new Set(deciding.flatMap(({ ref }) => ref ?? []))];
  const reasons = [...deciding, ...verdicts.filter((verdict) => verdict.outcome === "would_deny")];
  const texts = new Set(reasons.map(({ ref, why }) => (ref ? `${ref}: ${why}` : why)));
  return { outcome, policies, reason: [...texts].join("; ") };
}

function keyOf({ principal, action, context }: HopQuestion, policies: CompiledPolicies): string {
  const { role, objective, planStep, riskTags, egressDomain, writes, approved, from } = context;
  const { plan, execution, hops } = context;
  const run = policies.readsPlan ? [objective, planStep, plan, execution, hops] : [];
  return JSON.stringify([
    principal,
    action.kind,
    action.name,
    role,
    riskTags,
    egressDomain,
    writes,
    approved,
    run,
    from && fromKey(from, policies.readsOrigins),
  ]);
}

type From = NonNullable<HopQuestion["context"]["from"]>;

function fromKey(from: From, readsOrigins: boolean) {
  const { trust, inPersonsWords, addressIsKnown, sendsPrivate } = from;
  const told = [trust, inPersonsWords, addressIsKnown, sendsPrivate];
  return readsOrigins ? [...told, from.origins, Object.entries(from.argumentOrigins)] : told;
}

type EngineAnswer =
  | {
      ok: true;
      /** The ids of the policies that apply: forbids where there are any, else permits. */
      holding: readonly string[];
      allowed: boolean;
      failing: readonly { id: string; message: string }[];
    }
  | { ok: false; why: string };

/**
 * Asks the Cedar engine one question. The engine keeps the policies parsed.
 * @param which `all` policies, or only the `permits`
 */
function askEngine(
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
    ...(context.from ? fromContext(context.from) : {}),
    ...(readsPlan ? runContext(context) : {}),
  };
}

/** `addressIsKnown` only of a call that opens an address, `sendsPrivate` only where it sends something private. */
function fromContext({ addressIsKnown, sendsPrivate, argumentOrigins, ...from }: From) {
  return {
    origins: set(from.origins),
    trust: from.trust,
    inPersonsWords: from.inPersonsWords,
    foreignArguments: set(Object.keys(argumentOrigins)),
    argumentOrigins: set([...new Set(Object.values(argumentOrigins))]),
    ...(addressIsKnown === null ? {} : { addressIsKnown }),
    ...(sendsPrivate === null ? {} : { sendsPrivate: sendsPrivate.toWellFormed() }),
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
