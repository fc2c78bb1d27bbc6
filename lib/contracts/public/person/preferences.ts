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

/** How the product looks and takes keys. What was never chosen is left out. */
export const Look = z.strictObject({
  theme: z.enum(["system", "light", "dark"]).optional(),
  textSize: z.enum(["normal", "large", "largest"]).optional(),
  /** `enter`: Enter sends and Shift+Enter breaks the line; `chord`: Ctrl or Command with Enter sends. */
  sendKey: z.enum(["enter", "chord"]).optional(),
});
export type Look = z.infer<typeof Look>;

export const NoticeSeen = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** What came of a change, in a sentence for the person. */
export type SettingChange = { ok: boolean; message: string };
