/**
 * A tap between the product and the demo model: notes when the product asks, holds planning and answering back by as
 * much as it is told, and may give the answer itself.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

type AskedModel = { isPlan: boolean; at: number; bytes: number };

/** An answer that the tap gives in the model's place; null: the demo model's. */
export type ScriptedAnswer = {
  text?: string;
  toolCalls?: readonly { name: string; arguments: unknown }[];
} | null;

export type ModelTap = {
  url: string;
  /** Milliseconds before a question is passed on. */
  delays: { planMs: number; answerMs: number };
  script: (body: ModelBody) => ScriptedAnswer;
  /** Hands over what was noted since the last call; times are `performance.now()` of this process. */
  take(): AskedModel[];
  close(): void;
};

export type ModelBody = {
  response_format?: unknown;
  messages: { role: string; content?: unknown; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
};

export async function tapModel(modelUrl: string): Promise<ModelTap> {
  let asked: AskedModel[] = [];
  const tap: Omit<ModelTap, "url"> = {
    delays: { planMs: 0, answerMs: 0 },
    script: () => null,
    take() {
      const taken = asked;
      asked = [];
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
    asked.push({ isPlan, at, bytes: text.length });
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
  const frame = (delta: object, finish: string | null, usage?: object) =>
    `data: ${JSON.stringify({
      id: "chatcmpl-bench",
      object: "chat.completion.chunk",
      created: 0,
      model: "bench",
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
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
