"use server";
/** Control 4: control 3 with a session and two durable commits, the minimum for a turn that survives a crash. */
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { askModel } from "../../ask-model.js";
import { findPerson, keepBeginning } from "../../database.js";

/** @returns the id under which `/api/kept/[id]` relays the answer */
export async function beginKeptTurn({ text }) {
  const cookie = (await cookies()).get("halfsilver.session_token")?.value ?? "";
  const person = await findPerson(cookie.slice(0, cookie.lastIndexOf(".")));
  if (!person) return { ok: false, reason: "signed-out" };
  const runId = randomUUID();
  await keepBeginning(runId, person.id, text);
  askModel(runId, text);
  return { ok: true, conversationId: null, runId };
}
