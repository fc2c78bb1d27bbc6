/** What the browser of a person learns of looks at what they wrote. */
import * as z from "zod/mini";

export const LooksNews = z.strictObject({ unseen: z.boolean() });
