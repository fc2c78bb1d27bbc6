/** Answers POST /v1/chat/completions, in one piece or frame by frame. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../../contracts/read-json.ts";
import { type ChatRequest, parseChatRequest } from "../chat-request.ts";
import { QUESTION_MAX_CHARS, TITLE_WORDS_MAX } from "../limits.ts";
import type { Behaviour } from "../play-scenario.ts";
import { readTurn } from "../read-turn.ts";
import { type Reply, say } from "../skill.ts";
import { answerTurn } from "../skills/all-skills.ts";
import type { DemoModelState } from "./demo-model-state.ts";
import { readBody, sendError, sendJson } from "./http-json.ts";
import { toCompletion, toFrames, toWireReply, type WireReply } from "./reply-frames.ts";

const GO_ON = /^(?:Your answer was cut off\. Go on|Go on with your last answer)/;

const REQUEST = /^Give this conversation a title\b/;
/** Words with which a question begins, and which say nothing of its subject. */
const LEADS =
  /^(?:please|can you|could you|would you|what (?:is|are|was|were)|what's|who (?:is|are)|how (?:do|does|can|to)|tell me(?: about)?|write(?: me)?|give me|show me|i(?: want| would like|'d like) to|i(?: need| want| would like|'d like)|calculate|compute|work out|the|a|an|me)\s+/i;

export async function answerChat(
  state: DemoModelState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await readBody(incoming);
  if (raw === null) return sendError(response, 413, "The body is too large or was cut off.");
  const body = parseJson(raw);
  if (body === undefined) return sendError(response, 400, "The body is not JSON.");
  const endRecord = state.requests.start(incoming.headers, raw);
  let cutsItself = false;
  response.once("close", () => endRecord({ aborted: !response.writableFinished && !cutsItself }));
  const parsed = parseChatRequest(body);
  if (!parsed.ok) return sendError(response, 400, parsed.message);

  const { request, soFar } = readBeginning(parsed.request);
  const turn = readTurn(request);
  const behaviour = state.scenarios.take(turn, lastSaid(request)) ?? {};
  cutsItself = behaviour.cutAfter !== undefined;
  if (behaviour.hangs) return;
  await behaviour.gate;
  if (response.destroyed) return;
  if (behaviour.refusal) {
    const { status, headers, error } = behaviour.refusal;
    return sendJson(response, status, { error: { ...error, param: null } }, headers);
  }
  const reply = behaviour.reply ?? nameConversation(request) ?? restOf(answerTurn(turn), soFar);
  const wire = toWireReply(request, reply, raw.length);
  if (request.stream) streamReply(state, response, wire, behaviour, request.includeUsage);
  else sendWhole(response, wire, behaviour);
}

/** The last message that is no answer; of the person's, with the data that was put between it and the one before. */
function lastSaid({ messages }: ChatRequest): string {
  const end = messages.findLastIndex(({ role }) => role === "user" || role === "data");
  const before = messages.slice(0, Math.max(end, 0)).findLastIndex(({ role }) => role !== "data");
  const isBetween = messages[end]?.role === "user" && messages[before]?.role === "user";
  const said = messages.slice(Math.max(isBetween ? before + 1 : end, 0), end + 1);
  return said.map(({ content }) => content).join("\n\n");
}

function sendWhole(response: ServerResponse, wire: WireReply, behaviour: Behaviour): void {
  const timer = setTimeout(
    () => sendJson(response, 200, toCompletion(wire)),
    behaviour.firstTokenDelayMs ?? 0,
  );
  response.once("close", () => clearTimeout(timer));
}

function streamReply(
  state: DemoModelState,
  response: ServerResponse,
  wire: WireReply,
  behaviour: Behaviour,
  includeUsage: boolean,
): void {
  const { cutAfter, errorAfter } = behaviour;
  const all = toFrames(wire, includeUsage);
  const frames = all.slice(0, cutAfter ?? errorAfter?.pieces ?? all.length);
  const everyMs = (behaviour.tokenDelayMs ?? state.tokenDelayMs) * (wire.reply.slowness ?? 1);
  const pace = { firstMs: behaviour.firstTokenDelayMs ?? everyMs, everyMs };
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  const finish = () => {
    if (cutAfter !== undefined) return destroyWhenSent(response);
    if (errorAfter) response.write(errorFrame(errorAfter.code));
    response.end();
  };
  const stop = playFrames(frames, pace, (frame) => response.write(frame), finish);
  response.once("close", stop);
}

function errorFrame(code: string): string {
  const error = { message: "The model had an error.", type: code, param: null, code };
  return `data: ${JSON.stringify({ error })}\n\n`;
}

/** Flushes what was written, then destroys the connection. */
function destroyWhenSent(response: ServerResponse): void {
  response.write(": cut\n\n", () => response.destroy());
}

type Pace = {
  /** Milliseconds before the first frame. */
  firstMs: number;
  /** Milliseconds between frames; 0 sends all at once. */
  everyMs: number;
};

/**
 * Sends frames at a steady pace with one timer per stream. Due times count from the start, so that delays do not add
 * up.
 * @returns a function that stops, for when the client disconnects
 */
function playFrames(
  frames: readonly string[],
  { firstMs, everyMs }: Pace,
  write: (text: string) => void,
  done: () => void,
): () => void {
  const startedAt = performance.now();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    if (everyMs === 0 || frames.length === 0) {
      write(frames.join(""));
      return done();
    }
    write(frames[sent] ?? "");
    sent += 1;
    if (sent >= frames.length) return done();
    waitUntil(startedAt + firstMs + sent * everyMs);
  };
  const waitUntil = (due: number) => {
    timer = setTimeout(step, Math.max(0, due - performance.now()));
  };
  if (firstMs === 0) step();
  else waitUntil(startedAt + firstMs);
  return () => clearTimeout(timer);
}

// Goes on with an answer that was cut off: the answer to the same question, from where it ends.

type Beginning = {
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

/**
 * Answers the request for a conversation's title: the words of the question that say what it is about.
 * @returns null where the request asks for something else
 */
export function nameConversation({ messages }: ChatRequest): Reply | null {
  const asked = messages.at(-1);
  if (asked?.role !== "user" || !REQUEST.test(asked.content)) return null;
  const said = messages.find(({ role }) => role === "user")?.content ?? "";
  return say(titleFor(said.slice(0, QUESTION_MAX_CHARS)), 0);
}

/** Words that a title does not end with. */
const SMALL = /^(?:an?|the|and|or|of|for|to|in|on|at|by|with|from|about|my|your|our|is|are|more)$/i;
/** Titles have no markup: a star would be lost. */
const TIMES = /(?<=\d)\s*\*\s*(?=\d)/g;

function titleFor(said: string): string {
  const line = said.split("\n").find((one) => /[\p{L}\p{N}]/u.test(one) && !/^\s*```/.test(one));
  let subject = (line ?? "").trim();
  for (let rest = subject; ; subject = rest) {
    rest = subject.replace(LEADS, "");
    if (rest === subject) break;
  }
  const words = subject
    .replace(/[?!.…]+$/u, "")
    .split(/\s+/)
    .slice(0, TITLE_WORDS_MAX);
  while (words.length > 1 && SMALL.test(words.at(-1) ?? "")) words.pop();
  const [first = "", ...others] = words.join(" ").replace(TIMES, " × ").replace(/[,:]$/, "");
  return first.toUpperCase() + others.join("");
}
