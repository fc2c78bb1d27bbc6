/** The account of what was allowed and by whom, how a run ended, what it cost, and where it left its plan. Pure. */
import "server-only";
import { splitTool } from "../../deviation/step-target.ts";
import { ERROR_TEXTS } from "../../errors/error-texts.ts";
import * as texts from "../../messages/inspector-account.ts";
import type { AccountLog, Placed } from "./account-log.ts";
import { counted, formatNumber, listNames, listTimes, say, type Told } from "./say.ts";
import { targetsOf } from "./tell-work.ts";

type Decided = Placed<"policy.decided">;

export function tellAllowed(log: AccountLog): Told[] {
  const decided = log.of("policy.decided");
  const byOutcome = Map.groupBy(decided, ({ body }) => body.decision.outcome);
  const allowed = byOutcome.get("allow") ?? [];
  const denied = byOutcome.get("deny") ?? [];
  const wouldDeny = byOutcome.get("would_deny") ?? [];
  const refusals = [
    ...(denied.length > 0 ? [texts.policiesDenied({ calls: actionsOf(denied, log) })] : []),
    ...(wouldDeny.length > 0
      ? [texts.policiesWouldDeny({ calls: actionsOf(wouldDeny, log) })]
      : []),
  ];
  return [
    ...say("allowed", texts.policiesAllowed({ calls: actionsOf(allowed, log) }), allowed),
    ...say("allowed", refusals.join(" "), [...denied, ...wouldDeny]),
    ...tellAsking(log, byOutcome.get("needs_approval") ?? []),
    ...tellDecision(log),
  ];
}

/** Policies name what is asked for `call:{tool}` or `ask:{agent}`. */
function actionsOf(decided: readonly Decided[], { nameOf }: AccountLog): string {
  const names = decided.map(({ body: { action } }) => nameOf(action.replace(/^(?:call|ask):/, "")));
  return listTimes(names);
}

function tellAsking(log: AccountLog, left: readonly Decided[]): Told[] {
  const asked = log.of("approval.requested");
  const tools = listNames(asked.map(({ body }) => splitTool(body.tool).name));
  const text =
    asked.length > 0
      ? texts.approvalAsked({ tools })
      : texts.approvalNeeded({ calls: actionsOf(left, log) });
  const written = asked.map(({ body }) => body.question);
  return say("allowed", text, [...left, ...asked], written);
}

function tellDecision(log: AccountLog): Told[] {
  const decided = log.of("approval.decided");
  const ran = log.of("execution.recorded").filter(({ body }) => body.execution.approved);
  const said = [
    ...(decided.length > 0 ? [describeDecision(decided)] : []),
    ...(ran.length > 0 ? [texts.ranApproved({ calls: targetsOf(ran) })] : []),
  ];
  return say("allowed", said.join(" "), [...decided, ...ran]);
}

function describeDecision(decided: readonly Placed<"approval.decided">[]): string {
  const approved = decided.filter(({ body }) => body.decision === "approved");
  const changed = decided.flatMap(({ body }) => body.changes ?? []).length;
  const numbers = {
    approved: formatNumber(approved.length),
    declined: formatNumber(decided.length - approved.length),
  };
  const one = approved.length === 1 ? texts.personApproved() : texts.personDeclined();
  if (decided.length > 1) return texts.personDecided(numbers);
  return changed > 0 ? texts.personChanged(counted(changed)) : one;
}

const ENDINGS: Record<Placed<"run.ended">["body"]["ending"], () => string> = {
  complete: texts.answerComplete,
  stopped: texts.answerStopped,
  interrupted: texts.answerInterrupted,
  failed: texts.answerFailed,
  empty: texts.answerEmpty,
};

export function tellEnded(log: AccountLog): Told[] {
  const ends = log.of("run.ended");
  const [end] = ends;
  if (!end) return [];
  const ending = ENDINGS[end.body.ending]();
  const { reason } = end.body;
  const text = reason === null ? ending : texts.because({ ending, reason: reasonOf(reason) });
  return say("ended", text, ends);
}

const REASONS = new Map(Object.entries(ERROR_TEXTS).map(([code, { log }]) => [code, log]));

function reasonOf(code: string): string {
  return REASONS.get(code) ?? code;
}

/** Money in figures that are read: four digits that count. */
const MONEY = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

export function tellCost(log: AccountLog): Told[] {
  const answers = log.of("model.answered");
  const sum = (of: (answer: Placed<"model.answered">["body"]) => number) =>
    answers.reduce((total, { body }) => total + of(body), 0);
  const used = texts.tokensUsed({
    input: formatNumber(sum(({ inputTokens }) => inputTokens)),
    output: formatNumber(sum(({ outputTokens }) => outputTokens)),
  });
  const priced = answers.filter(({ body }) => typeof body.cost === "number").length;
  const cost = MONEY.format(sum((answer) => answer.cost ?? 0));
  const known = priced === answers.length ? texts.costKnown({ cost }) : texts.costAtLeast({ cost });
  return say("cost", `${used}${priced === 0 ? texts.costUnknown() : known}`, answers);
}

export function tellDeparted(log: AccountLog): Told[] {
  const scores = log.of("deviation.scored");
  const records = log.of("execution.recorded");
  const isScored = log.of("plan.made").some(({ body }) => body.plan.source !== "unplanned");
  const { score = null } = scores.at(-1)?.body ?? {};
  // Calls inside a step that a plan does not list one by one are as planned.
  const unplanned = isScored && score !== 0 ? records.filter(({ body }) => isUnplanned(body)) : [];
  const left = records.filter((record) => record.left);
  const undone = records.filter((record) => !record.left && record.body.execution.status !== "ok");
  const parts = [
    describeScore(scores.at(-1)),
    ...(unplanned.length > 0 ? [texts.notPlanned({ calls: targetsOf(unplanned) })] : []),
    ...(undone.length > 0 ? [texts.notDone({ calls: targetsOf(undone) })] : []),
    ...(left.length > 0 ? [texts.leftToPerson({ calls: targetsOf(left) })] : []),
  ];
  return say("departed", `${parts.join("")}.`, [...scores, ...unplanned, ...undone, ...left]);
}

function isUnplanned({ execution }: Placed<"execution.recorded">["body"]): boolean {
  return execution.planStepId === null;
}

function describeScore(scored: Placed<"deviation.scored"> | undefined): string {
  if (!scored) return texts.departures();
  const { score } = scored.body;
  if (score === null) return texts.deviationUnscored();
  return score === 0 ? texts.ranAsPlanned() : texts.deviationScored({ score: score.toFixed(2) });
}
