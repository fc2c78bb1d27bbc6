/** Reads what a judge answered, and makes one score of two opposite answers. Pure. */
import "server-only";
import { z } from "zod";
import { parseJson, textOf } from "../contracts/read-json.ts";
import type { Scale } from "./judge-prompt.ts";
import { JUDGE_CONTRADICTION_MAX, JUDGE_REASON_MAX_CHARS } from "./limits.ts";

export type Judgement = { likelihood: number; reason: string };

/** @returns null for whatever has another form, or not the code of the call */
export function readJudgement(text: string, scale: Scale, code: string): Judgement | null {
  const Answer = z.strictObject({
    code: z.literal(code),
    [scale]: z.number().min(0).max(1),
    reason: z.string().max(JUDGE_REASON_MAX_CHARS),
  });
  const read = Answer.safeParse(parseJson(text));
  if (!read.success) return null;
  const { reason, [scale]: likelihood } = read.data;
  return { likelihood: Number(likelihood), reason: textOf(reason) };
}

/**
 * @param wrong how likely the answer is wrong, @param right how likely it is right
 * @returns how likely it is wrong, from 0 to 100; null where the two contradict each other. Of two equal numbers it is 50.
 */
export function toScore(wrong: number, right: number): number | null {
  if (Math.abs(wrong + right - 1) > JUDGE_CONTRADICTION_MAX) return null;
  return Math.round(((wrong + 1 - right) / 2) * 100);
}

const UNSEEN = /[\p{Cf}\u{E0000}-\u{E007F}]/gu;

/** Each is bounded, so that a long text costs no more than its length. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruction|prompt|rule|guideline|criteri|rubric|order)/,
  /\b(?:system|developer) (?:prompt|message|instruction)/,
  /\b(?:judge|grader|evaluator|assessor|rater|reviewer|moderator)s?\b.{0,60}\b(?:must|shall|should|please|now|give|answer|reply|output|return|say|score|rate|mark|ignore)\b/,
  /\b(?:give|assign|return|output|set|award|write|choose|report|answer|reply|respond)\b.{0,40}\b(?:score|rating|grade|verdict|likelihood|probability)/,
  /\b(?:score|rate|grade|judge|mark|evaluate)\b.{0,20}\b(?:this|the|my|above)\b.{0,20}\b(?:answer|response|reply|turn|conversation|chat|case)\b/,
  /\b(?:answer|response|reply)\b.{0,30}\b(?:is|be|was) (?:to be )?(?:scored|rated|graded|judged|marked)\b/,
  /"(?:wrong|right|score|code|verdict|likelihood)"\s{0,9}:/,
  /<\/?data\b|<\|\w|\[\/?inst\]/,
];

export function resemblesInstruction(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").replace(/\s+/gu, " ").toLowerCase();
  return PATTERNS.some((pattern) => pattern.test(plain));
}
