/** A configurable fake of the service for tests, and turns against it. */
import "server-only";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { listenOnLoopback } from "../../../../scripts/testing/listen-on-loopback.ts";
import type { Glass } from "../../../contracts/model/glass.ts";
import { testGovernance, testIdentity, testRun, testTrace } from "../../testing/agent-task.ts";
import { runUsersTurn } from "../run-users-turn.ts";
import type { UsersTurn } from "../users-turn.ts";

export const ID = randomUUID();
export type Handler = (response: ServerResponse, request: IncomingMessage, attempt: number) => void;

/** Starts a fake service that answers a chat with this handler. Call it inside a test: the service is closed when the test ends. */
export async function serve(chat: Handler, open: Handler = openAlways) {
  const lines: string[] = [];
  const macs = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      lines.push(line);
      macs.add(String(request.headers["x-agent-state-mac"]));
      const attempt = lines.filter((other) => other === line).length;
      (request.url === "/v1/conversations" ? open : chat)(response, request, attempt);
    });
  });
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, lines, macs, close };
}

const now = new Date().toISOString();
const opened = { id: ID, title: null, created_at: now, updated_at: now };
function openAlways(response: ServerResponse) {
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(opened));
}

export const SSE = { "content-type": "text/event-stream" };
export const frame = (data: object | string) =>
  `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
export const chunk = (content: string, finish_reason: string | null = null, more: object = {}) =>
  frame({ choices: [{ index: 0, delta: { content }, finish_reason }], ...more });
export const START = frame({ conversation_id: ID });
export const WHOLE = START + chunk("Hel") + chunk("lo") + chunk("", "stop") + frame("[DONE]");
export const answering =
  (text: string): Handler =>
  (response) =>
    void response.writeHead(200, SSE).end(text);

export async function turn(
  baseUrl: string,
  given: Partial<UsersTurn["service"]> & { stop?: AbortSignal; glass?: Glass } = {},
) {
  const { stop, glass, ...service } = given;
  const run = testRun(stop);
  const who = testIdentity({ runId: "run-1" });
  const trace = testTrace(who, run);
  const result = await runUsersTurn({
    who,
    stored: null,
    text: "Hello",
    approval: null,
    trace,
    ports: { ...run.ports, ...(glass && { glass }) },
    governance: testGovernance(trace, run),
    service: { baseUrl, serviceKey: "a key", stateKey: "another key", maxMs: 10_000, ...service },
  });
  return { ...result, answer: run.answer(), events: run.events };
}

export const failed = (reason: string) => ({ end: { kind: "failed", reason } });
