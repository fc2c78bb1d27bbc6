/**
 * A model server that plays one behaviour of the servers that people bring. It plans for the general agent, answers
 * with one sentence, refuses what the behaviour refuses, and records every request.
 */
import "server-only";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../../../scripts/testing/listen-on-loopback.ts";
import {
  DONE,
  EVENT_STREAM,
  event,
  FINISH,
  type RawAnswer,
  textEvent,
} from "../../llm/testing/start-raw-server.ts";

export type ChatBody = {
  model: string;
  messages: { role: string; content: unknown; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
  tool_choice?: { function: { name: string } };
  response_format?: { type: string; json_schema?: { strict?: boolean } };
  stream?: boolean;
  stream_options?: object;
};

type Refusal = { status: number; message: string; more?: Record<string, unknown> };

export type Behaviour = {
  /** Checked before anything else; null lets the request pass. */
  refuse?(body: ChatBody): Refusal | null;
  /** The text of a planning call's answer. */
  plan?(body: ChatBody): string;
  /** Replies to a planning call on the wire, instead of `plan`. */
  replyToPlan?: RawAnswer;
  /** Replies to a call other than planning by what it asks; null leaves it to `answers`. */
  answerTo?(body: ChatBody): RawAnswer | null;
  /** Replies to the other calls, in order; the last one goes on. */
  answers?: RawAnswer[];
};

export type ScriptedProvider = {
  url: string;
  /** The bodies of chat requests so far. */
  bodies: ChatBody[];
  /** The bodies of requests other than planning calls. */
  asked(): ChatBody[];
  close(): Promise<void>;
};

export const PLAN = JSON.stringify({
  reason: "Because.",
  steps: [{ agent: "general", objective: "Answer the person.", needs: [], tools: [] }],
});

/** An answer of one sentence, as a stream. */
export const say = (...pieces: string[]): RawAnswer =>
  send(...pieces.map((piece) => textEvent(piece)), FINISH, DONE);

/** These bytes as an event stream. */
export function send(...pieces: string[]): RawAnswer {
  return (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

function isPlanning({ messages }: ChatBody): boolean {
  return JSON.stringify(messages).includes("You plan one turn of a chat");
}

export async function startScriptedProvider(behaviour: Behaviour): Promise<ScriptedProvider> {
  const bodies: ChatBody[] = [];
  const asked = () => bodies.filter((body) => !isPlanning(body));
  const server = createServer(async (request, response) => {
    if (request.url === "/control/requests") {
      response.end(JSON.stringify({ requests: bodies.map((body) => ({ body })) }));
      return;
    }
    const body = await readBody(request);
    bodies.push(body);
    reply(behaviour, body, asked().length, response, request);
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    asked,
    close,
  };
}

async function readBody(request: IncomingMessage): Promise<ChatBody> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return JSON.parse(text);
}

function reply(
  { refuse, plan, replyToPlan, answerTo, answers = [say("It is done.")] }: Behaviour,
  body: ChatBody,
  count: number,
  response: ServerResponse,
  request: IncomingMessage,
): void {
  const refusal = refuse?.(body);
  if (refusal) {
    response.writeHead(refusal.status, { "content-type": "application/json" });
    const { message, more } = refusal;
    response.end(JSON.stringify({ error: { message, ...more } }));
    return;
  }
  if (!isPlanning(body)) {
    const answer = answerTo?.(body) ?? answers[Math.min(count, answers.length) - 1];
    answer?.(response, request);
    return;
  }
  if (replyToPlan) replyToPlan(response, request);
  else answerPlan(body, plan?.(body) ?? PLAN, response);
}

/** In the form that was asked for: a forced call, a stream, or one JSON answer. */
function answerPlan(body: ChatBody, text: string, response: ServerResponse): void {
  const forced = body.tool_choice?.function.name;
  const call = { index: 0, id: "plan", function: { name: forced, arguments: text } };
  const delta = forced ? { tool_calls: [call] } : { content: text };
  if (body.stream) {
    response.writeHead(200, EVENT_STREAM);
    response.end(event({ choices: [{ index: 0, delta, finish_reason: "stop" }] }) + DONE);
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ choices: [{ index: 0, message: delta, finish_reason: "stop" }] }));
}
