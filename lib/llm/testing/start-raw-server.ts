/** A server that sends exactly the given bytes, for malformed responses. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../../../scripts/testing/listen-on-loopback.ts";

export type RawAnswer = (response: ServerResponse, request: IncomingMessage) => void;

export type RawServer = {
  url: string;
  /** Bodies of the requests so far. */
  bodies: string[];
  /** Number of opened connections. */
  connections(): number;
  close(): Promise<void>;
};

/** Answers the requests with the given responses in order; the last one serves all later requests. */
export async function startRawServer(...answers: RawAnswer[]): Promise<RawServer> {
  const bodies: string[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(body);
    answers[Math.min(bodies.length, answers.length) - 1]?.(response, request);
  });
  server.on("connection", () => {
    connections += 1;
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    connections: () => connections,
    close,
  };
}

/**
 * The same, but a call without a stream gets what the streamed call before it got: where that failed, this fails, too.
 * `bodies` has the streamed calls alone.
 */
export async function startFailingServer(...answers: RawAnswer[]): Promise<RawServer> {
  const streamed: string[] = [];
  const server = await startRawServer((response, request) => {
    const body = server.bodies.at(-1) ?? "";
    if (JSON.parse(body).stream === true) streamed.push(body);
    answers[Math.min(streamed.length, answers.length) - 1]?.(response, request);
  });
  return { ...server, bodies: streamed };
}

export const EVENT_STREAM = { "content-type": "text/event-stream" };

/** One server-sent event with this data. */
export function event(data: unknown): string {
  return `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

export function textEvent(content: string, finish_reason: string | null = null): string {
  return event({ model: "raw-1", choices: [{ index: 0, delta: { content }, finish_reason }] });
}

export const FINISH = event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
export const DONE = event("[DONE]");

/** Sends an event stream in these pieces and ends it. */
export function stream(...pieces: (string | Uint8Array)[]): RawAnswer {
  return (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

/** The same, but then destroys the connection instead of ending it. */
export function brokenStream(...pieces: string[]): RawAnswer {
  return (response) => {
    response.writeHead(200, EVENT_STREAM);
    response.write(pieces.join(""), () => response.destroy());
  };
}

/** A response with a status and a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): RawAnswer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}
