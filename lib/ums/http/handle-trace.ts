/** Answers an operator who asks what the service did for one run. The read is audited before it is answered. */
import "server-only";
import { z } from "zod";
import { TurnWork, type UmsTrace } from "../../contracts/ums/ums-trace.ts";
import { readTraces } from "../../db/ums/service-traces.ts";
import { answerRequest } from "./accept-request.ts";
import { hasOperatorKey } from "./operator-key.ts";
import { refused } from "./refusal.ts";

const Asked = z.object({ conversationId: z.guid(), runId: z.string().min(1).max(120) });

export function handleTrace(
  request: Request,
  params: { conversationId: string; runId: string },
): Promise<Response> {
  return answerRequest(async () => {
    if (!hasOperatorKey(request.headers)) return refused("bad-key");
    const asked = Asked.safeParse(params);
    if (!asked.success) return refused("not-found");
    const { conversationId, runId } = asked.data;
    const turns = (await readTraces(conversationId, runId)).map((trace) => TurnWork.parse(trace));
    if (turns.length === 0) return refused("not-found");
    const trace: UmsTrace = {
      conversation_id: conversationId,
      run_id: runId,
      calls: turns.flatMap(({ calls }) => calls),
      hidden_words: turns.flatMap(({ hidden_words = [] }) => hidden_words),
      segments: Object.assign({}, ...turns.map(({ segments }) => segments)),
    };
    return Response.json(trace, { headers: { "cache-control": "no-store" } });
  });
}
