/** `POST /conversations/{id}/forget`, for operators: the service forgets what the caller's run said, also in forks. 404 where there is no such conversation. */
import { z } from "zod";

export const ForgetUmsRun = z.strictObject({ run_id: z.string().min(1).max(120) });
export type ForgetUmsRun = z.infer<typeof ForgetUmsRun>;
