import "server-only";
/** A chat's answer in one piece. */
import type { UmsChatAnswer } from "../contracts/ums-chat.ts";
import { ERROR_TEXTS } from "../errors/error-texts.ts";
import { failureOf } from "./failure-of.ts";
import { reflectExecution } from "./reflect-execution.ts";
import { runUmsTurn } from "./run-ums-turn.ts";
import type { UmsPorts, UmsTurn } from "./ums-turn.ts";

const NO_STORE = { "cache-control": "no-store" };

export async function answerChat(
  turn: UmsTurn,
  ports: UmsPorts,
  signal: AbortSignal,
): Promise<Response> {
  const ignore = () => undefined;
  const listener = { onText: ignore, onHopStart: ignore, onHop: ignore, signal };
  const end = await runUmsTurn(turn, ports, listener);
  const { hops, modelCalls: model_calls } = end.trace;
  const report = { hops, model_calls, agent_execution: reflectExecution(hops) };
  if (end.kind !== "answered") {
    const error = failureOf(end);
    const { status } = ERROR_TEXTS[error.code];
    return Response.json({ error, ...report }, { status, headers: NO_STORE });
  }
  const answer: UmsChatAnswer = {
    content: end.content,
    conversation_id: turn.conversationId,
    ...(end.approval ? { approval: end.approval } : {}),
    ...report,
  };
  return Response.json(answer, { headers: NO_STORE });
}
