/** The plain account of a run: what happened, in sentences of which each names the events it is made from. */
import * as z from "zod/mini";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().check(z.nonnegative());

/** What a sentence is about, in the order of the account. */
export const ACCOUNT_TOPICS = [
  "asked",
  "planned",
  "did",
  "read",
  "allowed",
  "changed",
  "remembered",
  "ended",
  "cost",
  "departed",
  "odd",
  "unknown",
] as const;
export const AccountTopic = z.enum(ACCOUNT_TOPICS);
export type AccountTopic = z.infer<typeof AccountTopic>;

const AccountSentence = z.strictObject({
  topic: AccountTopic,
  /** Our words, with names and figures of the log. Nothing that somebody wrote. */
  text: z.string().check(z.minLength(1)),
  /** What somebody wrote that it is about, such as a question or sources. */
  written: z.array(Payload),
  /** `seq`s of the events it is made from, in order: the first of them where there are very many. */
  cites: z.array(z.int().check(z.positive())).check(z.minLength(1)),
  citeCount: z.int().check(z.positive()),
});
export type AccountSentence = z.infer<typeof AccountSentence>;

/** `GET /api/admin/runs/[runId]/account` */
export const RunAccount = z.strictObject({
  runId: z.string(),
  /** False while the run goes on. */
  ended: z.boolean(),
  sentences: z.array(AccountSentence),
  /** Events that the account leaves out, because the log is very long. */
  leftOut: count,
});
export type RunAccount = z.infer<typeof RunAccount>;
