/**
 * A proxy between the product and the demo model. It records the requests, can delay planning and answering, and can
 * give scripted answers in the model's place.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

type ModelRequest = { isPlan: boolean; at: number };

/** An answer that the proxy gives in the model's place; null passes the request on. */
export type ScriptedAnswer = {
  text?: string;
  toolCalls?: readonly { name: string; arguments: unknown }[];
} | null;

export type ModelTap = {
  url: string;
  /** Milliseconds before a request is passed on. */
  delays: { planMs: number; answerMs: number };
  script: (body: ModelBody) => ScriptedAnswer;
  /** @returns the requests since the last call; `at` is `performance.now()` of this process */
  take(): ModelRequest[];
  close(): void;
};

export type ModelBody = {
  response_format?: unknown;
  messages: { role: string; content?: unknown; tool_calls?: unknown[] }[];
};

export async function tapModel(modelUrl: string): Promise<ModelTap> {
  let requests: ModelRequest[] = [];
  const tap: Omit<ModelTap, "url"> = {
    delays: { planMs: 0, answerMs: 0 },
    script: () => null,
    take() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (incoming, response) => {
    const at = performance.now();
    const text = await readAll(incoming);
    const body = JSON.parse(text || "{}") as ModelBody;
    const isPlan = body.response_format !== undefined;
    requests.push({ isPlan, at });
    const waitMs = isPlan ? tap.delays.planMs : tap.delays.answerMs;
    if (waitMs > 0) await delay(waitMs);
    const scripted = tap.script(body);
    if (scripted) playScripted(response, scripted);
    else passOn(modelUrl, incoming, text, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(tap, { url });
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding("utf8");
  let text = "";
  for await (const chunk of incoming) text += chunk;
  return text;
}

function passOn(
  modelUrl: string,
  incoming: IncomingMessage,
  text: string,
  response: ServerResponse,
): void {
  const url = new URL(`${new URL(modelUrl).origin}${incoming.url}`);
  const { method, headers } = incoming;
  const sent = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on("error", () => response.destroy());
  response.on("close", () => sent.destroy());
  sent.end(text);
}

let calls = 0;

function playScripted(
  response: ServerResponse,
  { text = "", toolCalls = [] }: ScriptedAnswer & object,
) {
  const frame = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({
      id: "chatcmpl-bench",
      object: "chat.completion.chunk",
      created: 0,
      model: "bench",
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const made = toolCalls.map(({ name, arguments: given }, index) => {
    calls += 1;
    const called = { name, arguments: JSON.stringify(given) };
    return { index, id: `call_bench_${calls}`, type: "function", function: called };
  });
  const delta = made.length > 0 ? { tool_calls: made } : { content: text };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(
    frame({ role: "assistant", content: "" }, null) +
      frame(delta, null) +
      frame({}, made.length > 0 ? "tool_calls" : "stop") +
      "data: [DONE]\n\n",
  );
}
