/** The CHECK constraints of the database list the same values as the enums of the code. */
import { expect, it } from "vitest";
import { Role } from "../access/actor.ts";
import { AccountLinkKind } from "../contracts/account-link.ts";
import { InspectedEvent } from "../contracts/inspector/events/inspected-event.ts";
import { JudgeOffReason, ScoreOutcome } from "../contracts/inspector/review/model-judge.ts";
import { ReviewReasonKind, StoredCaseState } from "../contracts/inspector/review/review-case.ts";
import { RULE_KINDS } from "../contracts/inspector/review/review-rule.ts";
import { RunStatus } from "../contracts/inspector/run/inspected-run.ts";
import { StoredSource } from "../contracts/model/capability.ts";
import { ConnectionEventKind } from "../contracts/model/connection-event.ts";
import { PublicApproval, PublicMessage } from "../contracts/public/conversation.ts";
import { MessageEnd } from "../contracts/public/message-end.ts";
import { TitleBy } from "../contracts/public/organise/organise.ts";
import { Verdict } from "../contracts/public/person/answer-feedback.ts";
import { PolicyOutcome } from "../contracts/run/hop-decision.ts";
import { LogEventBody } from "../contracts/run/log-event.ts";
import { CostNote } from "../contracts/run/run-spending.ts";
import type { NewContextDelta } from "../contracts/run/run-work.ts";
import { TitleOutcome } from "../contracts/run/title-outcome.ts";
import { PolicyMode } from "../contracts/stored-policy.ts";
import { pool } from "./client.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

function eventField(type: LogEventBody["type"], field: string): readonly string[] {
  const body = LogEventBody.options.find((option) => option.shape.type.value === type);
  const schema = Object.entries(body?.shape ?? {}).find(([name]) => name === field)?.[1];
  return "options" in (schema ?? {}) ? (schema as { options: string[] }).options : [];
}

const ORIGINS = {
  model: true,
  person: true,
  coordinator: true,
  tool: true,
  review: true,
} satisfies Record<NewContextDelta["origin"], true>;

const SETS: Record<string, readonly string[]> = {
  user_role_check: Role.options,
  message_role_check: PublicMessage.shape.role.options,
  message_ending_check: MessageEnd.options,
  run_status_check: RunStatus.options,
  run_policy_outcome_check: PolicyOutcome.options,
  conversation_title_by_check: TitleBy.options,
  title_call_outcome_check: TitleOutcome.options,
  run_cost_note_check: CostNote.options,
  account_link_kind_check: AccountLinkKind.options,
  feedback_verdict_check: Verdict.options,
  review_case_state_check: StoredCaseState.options,
  review_reason_kind_check: ReviewReasonKind.options,
  review_rule_kind_check: RULE_KINDS,
  review_judge_off_reason_check: JudgeOffReason.options,
  review_score_outcome_check: ScoreOutcome.options,
  approval_status_check: PublicApproval.shape.status.options,
  policy_mode_check: PolicyMode.options,
  run_event_visibility_check: InspectedEvent.shape.visibility.options,
  node_history_kind_check: eventField("hop.started", "kind"),
  node_history_outcome_check: eventField("hop.ended", "outcome"),
  context_delta_origin_check: Object.keys(ORIGINS),
  model_capability_source_check: StoredSource.options,
  connection_event_kind_check: ConnectionEventKind.options,
  // `recordInspection` and `recordDenial` write these two.
  audit_event_outcome_check: ["allowed", "denied"],
};

it("has a CHECK for every closed set, with the values of its enum", async () => {
  const { rows } = await pool().query<{ name: string; definition: string }>(
    `SELECT DISTINCT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  const found = rows.map(({ name, definition }) => [name, valuesIn(definition)] as const);
  const expected = Object.entries(SETS).map(([name, set]) => [name, set.toSorted()] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

function valuesIn(definition: string): string[] {
  return [...definition.matchAll(/'([^']+)'::text/g)].map((match) => match[1] ?? "").toSorted();
}
