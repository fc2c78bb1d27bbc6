/** Forgets the exchange of a run, for the operator of the chat: a reviewer took it out of memory. */
import "server-only";
import { z } from "zod";
import { parseJson } from "../../contracts/read-json.ts";
import { ForgetUmsRun } from "../../contracts/ums/ums-forget.ts";
import { forgetRun } from "../../db/ums/forget-run.ts";
import { readBody } from "../../edge/bodies/read-body.ts";
import { SERVICE_BODY_MAX_BYTES } from "../../edge/limits.ts";
import { log } from "../../log/log.ts";
import { answerRequest } from "./accept-request.ts";
import { hasOperatorKey } from "./operator-key.ts";
import { refused } from "./refusal.ts";

/** The same call, sent again, forgets nothing more and has the same answer. */
export function handleForget(request: Request, id: string): Promise<Response> {
  return answerRequest(async () => {
    if (!hasOperatorKey(request.headers)) return refused("bad-key");
    const conversationId = z.guid().safeParse(id);
    if (!conversationId.success) return refused("not-found");
    const body = new TextDecoder().decode(await readBody(request, SERVICE_BODY_MAX_BYTES));
    const asked = ForgetUmsRun.safeParse(parseJson(body));
    if (!asked.success) return refused("invalid");
    const { run_id: runId } = asked.data;
    if (!(await forgetRun(conversationId.data, runId))) return refused("not-found");
    log().info({ conversationId: id, runId }, "the service forgot an exchange");
    return Response.json({ run_id: runId }, { headers: { "cache-control": "no-store" } });
  });
}
