/** Calls the model from an action, and lets a handler relay the answer by its run id. */
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });
const KEPT = Symbol.for("bench.answers");
globalThis[KEPT] ??= new Map();
const answers = globalThis[KEPT];

/** Sends the request and stores the promise of its response under `runId`. */
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

/** Pipes the answer to the response. @returns the model's response; undefined for an unknown run id, after a 404 */
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
