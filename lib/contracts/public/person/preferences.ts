/** What a person chooses for all of their conversations. */
import { z } from "zod";
import { INSTRUCTIONS_MAX_CHARS } from "../../limits.ts";

export const OwnInstructions = z.strictObject({
  /** Empty: none. */
  instructions: z.string().trim().max(INSTRUCTIONS_MAX_CHARS),
});
export type OwnInstructions = z.infer<typeof OwnInstructions>;

/** @property model the id of an offered connection; null: the operator's own choice */
export const ChosenModel = z.strictObject({ model: z.string().min(1).max(40).nullable() });
export type ChosenModel = z.infer<typeof ChosenModel>;

export const NoticeSeen = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** What came of a change, in a sentence for the person. */
export type SettingChange = { ok: boolean; message: string };
