"use server";
/**
 * Control 3: a minimal turn that a server action starts and an event stream delivers. It calls the model once, stores
 * nothing and checks nothing.
 */
import { randomUUID } from "node:crypto";
import { askModel } from "../../ask-model.js";

/** @returns the id under which `/api/turn/[id]` relays the answer */
export async function beginTurn({ text }) {
  const runId = randomUUID();
  askModel(runId, text);
  return { ok: true, conversationId: null, runId };
}
