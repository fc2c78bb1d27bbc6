/** What the page of a temporary chat tells about itself. */
import * as z from "zod/mini";

/**
 * `POST /api/conversations/[conversationId]/presence`. `open`: the page is there. `left`: it is going away, and may come
 * back as after a reload. `closed`: the person is done with it.
 */
export const Presence = z.strictObject({ is: z.enum(["open", "left", "closed"]) });
export type Presence = z.infer<typeof Presence>;
