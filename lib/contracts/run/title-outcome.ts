/** What came of the model call for a conversation's title. */
import * as z from "zod/mini";

/**
 * `titled`: it is the title now. `refused`: the model's answer was no title. `kept`: its person had given one meanwhile.
 * `failed`: the model gave no answer.
 */
export const TitleOutcome = z.enum(["titled", "refused", "kept", "failed"]);
export type TitleOutcome = z.infer<typeof TitleOutcome>;
