/** Goes on with an answer that was cut off: the answer to the same question, from where it ends. */
import type { ChatRequest } from "./chat-request.ts";
import type { Reply } from "./skill.ts";

const GO_ON = /^(?:Your answer was cut off\. Go on|Go on with your last answer)/;

export type Beginning = {
  /** The request as it was before the answer began. */
  request: ChatRequest;
  /** What there is of the answer; empty where the request asks for a new one. */
  soFar: string;
};

export function readBeginning(request: ChatRequest): Beginning {
  const { messages } = request;
  const [answer, asked] = messages.slice(-2);
  const isRest =
    asked?.role === "user" &&
    GO_ON.test(asked.content) &&
    answer?.role === "assistant" &&
    answer.toolCalls.length === 0;
  if (!isRest) return { request, soFar: "" };
  return { request: { ...request, messages: messages.slice(0, -2) }, soFar: answer.content };
}

/** The part of a reply that is still to be said; nothing where the reply begins otherwise. */
export function restOf(reply: Reply, soFar: string): Reply {
  if (soFar === "" || reply.toolCalls.length > 0) return reply;
  const text = reply.text.startsWith(soFar) ? reply.text.slice(soFar.length) : "";
  return { ...reply, text };
}
