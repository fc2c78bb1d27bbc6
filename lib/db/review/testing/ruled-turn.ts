/** Runs that rules look at, for tests. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { RuleContent, RuleTest } from "../../../contracts/inspector/review/review-rule.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { db, kysely } from "../../client.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import { applyRules } from "../rules/apply-rules.ts";
import { saveRule } from "../rules/save-rule.ts";
import { type EndedTurn, endedTurn } from "./contested-turn.ts";

type RunData = Parameters<ReturnType<typeof db>["run"]["update"]>[0]["data"];

/** A turn whose end is on record, with these figures. */
export async function recordedTurn(data: RunData = {}, person?: Actor): Promise<EndedTurn> {
  const turn = await endedTurn(person);
  const { runId } = turn;
  await db().run.update({ where: { id: runId }, data });
  await recordEnd(runId);
  return turn;
}

export function recordEnd(runId: string): Promise<string> {
  return recordAudit(kysely(), {
    actorId: null,
    action: "run.ended",
    target: `run:${runId}`,
    outcome: "allowed",
    runId,
    detail: { status: "complete", reason: null },
  });
}

/** Seals what waits, and lets the rules look at all of it. */
export async function settle(): Promise<void> {
  await seal();
  while (await applyRules());
}

export const ruleOf = (test: RuleTest, more: Partial<RuleContent> = {}): RuleContent => ({
  name: test.kind,
  test,
  severity: 1,
  judges: 1,
  isOn: true,
  ...more,
});

/** A new rule, in force. @returns its id */
export async function makeRule(
  admin: Actor,
  test: RuleTest,
  more: Partial<RuleContent> = {},
): Promise<string> {
  const saved = await saveRule(admin, { id: null, version: 0, rule: ruleOf(test, more) });
  if (saved.is !== "saved") throw new Error("the rule was not saved");
  await settle();
  return saved.id;
}
