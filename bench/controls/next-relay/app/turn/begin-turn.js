"use server";
/**
 * The third control: the least that a turn can do which a server action begins and an event stream shows. It asks the
 * model once, keeps nothing, checks nothing, and knows nobody.
 */
import { randomUUID } from "node:crypto";
import { askModel } from "../../ask-model.js";

/** @returns the id under which `/api/turn/[id]` relays the answer */
export async function beginTurn({ text }) {
  const runId = randomUUID();
  askModel(runId, text);
  return { ok: true, conversationId: null, runId };
}
