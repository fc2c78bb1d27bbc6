/** The whole vocabulary in which a person learns what a run is doing. It never names or counts machinery. */
import * as z from "zod/mini";

export const PublicStatus = z.enum(["thinking", "looking-up", "working-it-out", "reading"]);
export type PublicStatus = z.infer<typeof PublicStatus>;
