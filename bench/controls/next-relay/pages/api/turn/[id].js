/** Relays the answer that the action `beginTurn` asked for, written to Node's own response. */
const KEPT = Symbol.for("bench.answers");
globalThis[KEPT] ??= new Map();
const answers = globalThis[KEPT];

export default async function handler(incoming, response) {
  const answer = await answers.get(incoming.query.id);
  if (!answer) return response.status(404).end();
  answers.delete(incoming.query.id);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
  });
  answer.pipe(response);
  return new Promise((resolve) => response.once("close", resolve));
}
