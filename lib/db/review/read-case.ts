/** The case that a reviewer has before them. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { findLeft } from "../../context-state/take-back.ts";
import { ADJUDICATOR } from "../../contracts/inspector/review/decide-case.ts";
import type { ReviewCase } from "../../contracts/inspector/review/review-case.ts";
import {
  Answers,
  Labels,
  Marks,
  type ShownVerdict,
  VerdictDraft,
} from "../../contracts/inspector/review/verdict.ts";
import { AppError } from "../../errors/app-error.ts";
import { kysely } from "../client.ts";
import { readNewestRubric, readRubrics } from "./judging/rubrics.ts";
import { selectCases, stateOf, toReason } from "./review-cases.ts";
import { readLiveSeat } from "./take-case.ts";

/**
 * One case, for a reviewer who has it or judged it. Only a reviewer who has it reads the person's words. The other judges'
 * verdicts are read by the reviewer who decides between them and, once the case is decided, by all who judged it.
 * @throws AppError `forbidden` without `review:judge`, `not-found` for everybody else
 */
export async function readCase(actor: Actor, runId: string): Promise<ReviewCase> {
  assertCan(actor, "review:judge");
  const row = await selectCases(actor).where("review_case.run_id", "=", runId).executeTakeFirst();
  const seat = await readLiveSeat(actor, runId);
  const verdicts = await readVerdicts(runId);
  const own = verdicts.findLast(({ judged_by: by }) => by === actor.userId);
  if (!row || (!seat && !own)) throw new AppError("not-found");
  const isDecided = row.state !== "open";
  const seesOthers = seat?.seat === ADJUDICATOR || (isDecided && own !== undefined);
  const others = seesOthers ? lastOfSeats(verdicts.filter((each) => each.seat !== own?.seat)) : [];
  const shown = [...others, ...(own ? [own] : [])].map(toShown);
  const hasLeft = await hasLeftMemory(runId);
  return {
    runId,
    reference: row.reference,
    state: stateOf(row),
    since: row.since.toISOString(),
    reasons: row.reasons.map((reason) => ({
      ...toReason(reason),
      words: seat ? reason.words : "",
    })),
    until: seat?.until.toISOString() ?? null,
    seat: seat?.seat ?? null,
    asks: row.asks,
    draft: seat?.draft ? VerdictDraft.parse(seat.draft) : null,
    rubric: await readNewestRubric(),
    rubrics: await readRubrics([...new Set(shown.map(({ rubric }) => rubric))]),
    verdict: own ? toShown(own) : null,
    others: others.map(toShown),
    hasLeft: own !== undefined && hasLeft,
    left: own !== undefined && hasLeft ? await readLeft(runId) : [],
    mayCorrect: !seat && isDecided && own !== undefined && lastOfSeats(verdicts).includes(own),
  };
}

type VerdictRow = Awaited<ReturnType<typeof readVerdicts>>[number];

const readVerdicts = (runId: string) =>
  kysely()
    .selectFrom("review_verdict")
    .select(["nth", "seat", "judged_by", "upheld", "told", "note", "rubric"])
    .select(["answers", "labels", "marks", "forget", "at"])
    .where("run_id", "=", runId)
    .orderBy("nth")
    .execute();

const lastOfSeats = (verdicts: readonly VerdictRow[]): VerdictRow[] =>
  verdicts.filter(
    ({ seat, nth }) => !verdicts.some((later) => later.seat === seat && later.nth > nth),
  );

const toShown = (row: VerdictRow): ShownVerdict => ({
  nth: row.nth,
  seat: row.seat,
  upheld: row.upheld,
  told: row.told,
  note: row.note,
  rubric: row.rubric,
  answers: Answers.parse(row.answers),
  labels: Labels.parse(row.labels),
  marks: Marks.parse(row.marks),
  forget: row.forget,
  at: row.at.toISOString(),
});

type LeftInMemory = { agent: string; fields: string[] };

async function hasLeftMemory(runId: string): Promise<boolean> {
  const found = await kysely()
    .selectFrom("forgotten_run")
    .select("run_id")
    .where("run_id", "=", runId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of the branch that is shown. */
async function readLeft(runId: string): Promise<LeftInMemory[]> {
  const rows = await kysely()
    .selectFrom("context_delta")
    .innerJoin("message", "message.id", "context_delta.message_id")
    .innerJoin("run as judged", "judged.conversation_id", "context_delta.conversation_id")
    .select(["context_delta.agent_id", "context_delta.run_id", "context_delta.origin"])
    .select("context_delta.patch")
    .where("judged.id", "=", runId)
    .where("message.superseded_at", "is", null)
    .orderBy("context_delta.agent_id")
    .orderBy("context_delta.ordinal")
    .execute();
  return [...new Set(rows.map(({ agent_id: agent }) => agent))].flatMap((agent) => {
    const context = REGISTRY.stateOf(agent)?.context;
    const deltas = rows
      .filter(({ agent_id: id }) => id === agent)
      .map(({ run_id: of, origin, patch }) => ({ runId: of, origin, patch }));
    if (!context) return [];
    const states = context.replay(deltas);
    const fields = findLeft(states, deltas, new Set([runId]));
    return fields.length === 0 ? [] : [{ agent, fields }];
  });
}
