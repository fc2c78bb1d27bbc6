/**
 * What a person is told before their first message, out of the settings in force: who answers, what is recorded, who may
 * look, how long it is kept. When a setting or their choice of model changes what it says, they are told again.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { NoticeText } from "@/lib/contracts/public/person/notice-text.ts";
import { readGlass } from "@/lib/db/looks/glass-state.ts";
import { type Settings, settings } from "@/lib/env/settings.ts";
import { describeModel, type ModelDescription } from "@/lib/llm/describe-model.ts";
import * as text from "@/lib/messages/notice.ts";

/** @param model that the person has chosen; null for none */
export async function readNotice(model: string | null): Promise<NoticeText> {
  const chosen = settings();
  const answering = describeModel(model);
  const { isOn: isTold } = await readGlass();
  const parts = [
    { title: text.answersTitle(), text: answers(answering) },
    { title: text.recordedTitle(), text: text.recorded() },
    { title: text.looksTitle(), text: looks(chosen, isTold) },
    { title: text.keptTitle(), text: kept(chosen) },
    { title: text.endTitle(), text: text.end() },
  ];
  const summary = [
    summaryOfAnswers(answering),
    isTold ? text.summaryTold() : text.summaryNotTold(),
    summaryOfKept(chosen),
  ].join(" ");
  const digest = createHash("sha256")
    .update(JSON.stringify([summary, parts]))
    .digest("hex");
  return { digest, summary, parts };
}

function answers({ kind, name }: ModelDescription): string {
  return kind === "demo" ? text.answersDemo() : text.answersModel({ name });
}

function summaryOfAnswers({ kind, name }: ModelDescription): string {
  return kind === "demo" ? text.summaryDemo() : text.summaryModel({ name });
}

function looks(chosen: Settings, isTold: boolean): string {
  return [
    ...admins(chosen),
    chosen.AUDITORS_SEE_CONVERSATIONS === "always"
      ? text.auditorsAlways()
      : text.auditorsReviewed(),
    isTold ? text.youAreTold() : text.youAreNotTold(),
  ].join(" ");
}

function admins({ PAYLOAD_REASON, PAYLOAD_SECOND_ADMIN }: Settings): string[] {
  if (PAYLOAD_REASON === "free") return [text.adminsFreely(), text.searchesFreely()];
  return PAYLOAD_SECOND_ADMIN === "on"
    ? [text.adminsConfirmed(), text.searchesConfirmed()]
    : [text.adminsWithReason(), text.searchesWithReason()];
}

function kept(chosen: Settings): string {
  const classes = [
    [text.ofConversations(), chosen.RETENTION_MESSAGES_DAYS],
    [text.ofFiles(), chosen.RETENTION_ATTACHMENTS_DAYS],
    [text.ofReviews(), chosen.RETENTION_REVIEWS_DAYS],
    [text.ofRecords(), recordDays(chosen)],
    [text.ofMemory(), chosen.HIDDEN_STATE_TTL_DAYS],
  ] as const;
  return classes
    .map(([what, days]) =>
      days === 0 ? text.keptUntilDeleted({ what }) : text.keptForDays({ what, count: days }),
    )
    .join(" ");
}

const LONGEST_MONTH_DAYS = 31;

/** Payloads go with their log, if not before. */
function recordDays({ RETENTION_LOG_PAYLOADS_DAYS: payloads, RETENTION_LOG_DAYS: log }: Settings) {
  // A month goes as a whole, so its first day is kept for longer.
  const longest = log === 0 ? 0 : log + LONGEST_MONTH_DAYS;
  return payloads === 0 || longest === 0 ? payloads + longest : Math.min(payloads, longest);
}

function summaryOfKept({ RETENTION_MESSAGES_DAYS: days }: Settings): string {
  return days === 0 ? text.summaryKept() : text.summaryKeptDays({ count: days });
}
