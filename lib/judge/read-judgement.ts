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
