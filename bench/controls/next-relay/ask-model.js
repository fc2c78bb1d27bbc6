/** One request to the model, and where the handler that relays its answer finds it. */
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });
const KEPT = Symbol.for("bench.answers");
globalThis[KEPT] ??= new Map();
const answers = globalThis[KEPT];

/** Asks, and keeps the promise of the response under `runId`. */
export function askModel(runId, text) {
  const body = JSON.stringify({
    model: "demo",
    stream: true,
    messages: [{ role: "user", content: text }],
  });
  const headers = {
    authorization: "Bearer demo",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const asked = request(`${process.env.MODEL_URL}/chat/completions`, {
    method: "POST",
    agent,
    headers,
  });
  answers.set(
    runId,
    new Promise((resolve, reject) => asked.once("response", resolve).once("error", reject)),
  );
  asked.end(body);
}

/** Writes the answer to Node's own response; undefined where none was asked for. */
export async function relayAnswer(runId, response) {
  const answer = await answers.get(runId);
  if (!answer) {
    response.status(404).end();
    return undefined;
  }
  answers.delete(runId);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
  });
  answer.pipe(response);
  return answer;
}
