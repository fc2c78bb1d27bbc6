"use server";
/**
 * The third control: the least that a turn can do which a server action begins and an event stream shows. It asks the
 * model once, keeps nothing, checks nothing, and knows nobody.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });
const KEPT = Symbol.for("bench.answers");
globalThis[KEPT] ??= new Map();
const answers = globalThis[KEPT];

/** @returns the id under which `/api/turn/[id]` relays the answer */
export async function beginTurn({ text }) {
  const runId = randomUUID();
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
  return { ok: true, conversationId: null, runId };
}
