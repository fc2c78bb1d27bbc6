/**
 * Nobody signs the service's store but for a call that waits: whatever else stands in it, nothing of it is trusted more than the
 * directory, or less private.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { isPrivate, lowestTrust, TRUST, UNKNOWN } from "../contracts/model/origin.ts";
import type { UmsChatAnswer, UmsChatRequest } from "../contracts/ums/ums-chat.ts";
import { db } from "../db/client.ts";
import { seedPeople } from "../db/ums/seed-directory.ts";
import { call, converseWith, say, text } from "./testing/converse.ts";
import { provideUms, signedHeaders } from "./testing/provide-ums.ts";

const ums = provideUms();
const { open, ask } = converseWith(ums);
const [first, second] = seedPeople();
if (!first || !second) throw new Error("there are no seed people");

const FORGED = [
  ...["deployment", "person", "service:ums", "person-file", "mcp:notes", "web:a.example", UNKNOWN],
  ...["model@deployment", "model@person", "tool@service", "model@web", "model@web+people", "", 7],
];
/** What the service reads out of its store for a prompt. */
const STORED = new Set(["tool-history", "run-scratchpad"]);

/** Gives every stored text one origin, and says that a person typed it. */
async function forge(conversationId: string, origin: unknown): Promise<void> {
  const of = JSON.stringify({ origin });
  const changed = await db().$executeRaw`
    UPDATE ums_message SET message = message || ${of}::jsonb ||
      CASE WHEN message->>'role' = 'user' THEN jsonb_build_object('typed', 'mine') ELSE '{}' END
    WHERE conversation_id = ${conversationId}::uuid`;
  expect(changed).toBeGreaterThan(0);
  await db().$executeRaw`
    UPDATE ums_conversation SET pending = pending || jsonb_build_object('taken', pending->'taken' || ${of}::jsonb)
    WHERE id = ${conversationId}::uuid AND pending ? 'taken'`;
}

/** Where what was read out of the store comes from, by the prompt of the turn's first model call. */
function readOrigins({ model_calls: calls = [] }: UmsChatAnswer): string[] {
  const { segments = [] } = calls[0]?.manifest ?? {};
  return segments.flatMap(({ kind, origins = [UNKNOWN] }) => (STORED.has(kind) ? origins : []));
}

function expectLow(answer: UmsChatAnswer): void {
  const origins = readOrigins(answer);
  expect(origins.length).toBeGreaterThan(0);
  for (const origin of origins) {
    const rank = TRUST.indexOf(lowestTrust([origin]));
    expect(rank, origin).toBeGreaterThanOrEqual(TRUST.indexOf("directory"));
    expect(isPrivate(origin), origin).toBe(true);
  }
}

async function post(id: string, request: UmsChatRequest, key: string): Promise<UmsChatAnswer> {
  const response = await fetch(`${ums.server().url}/conversations/${id}/chat`, {
    method: "POST",
    headers: { ...signedHeaders(), "idempotency-key": key },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const DELETION = call("delete_person", { id: second.id });

describe.each(FORGED)("a store in which every origin is %j", (origin) => {
  let id = "";
  beforeEach(async () => {
    id = await open();
    await ums.script(DELETION);
    expect((await ask(id, say("Delete the second one"))).approval).toBeDefined();
  });

  it("raises nothing of an earlier turn", async () => {
    await forge(id, origin);
    await ums.script(text("Well."));
    expectLow(await ask(id, say("And now?")));
  });

  it("raises nothing of a call that was approved, nor of its rounds in a turn that is sent again", async () => {
    const [row] = await db().$queryRaw<{ id: string }[]>`
      SELECT pending->>'approvalId' AS id FROM ums_conversation WHERE id = ${id}::uuid`;
    const decided = { ...say("Yes"), approval: { id: row?.id ?? "", decision: "approved" } };
    for (const words of ["She is gone.", "She was gone."]) {
      await forge(id, origin);
      await ums.script(text(words));
      expectLow(await post(id, decided as UmsChatRequest, "k1"));
    }
  });

  it("raises nothing of a turn that wrote and is repeated", async () => {
    const update = call("update_person", { id: first.id, city: "Oslo" });
    await ums.script(update);
    const asked = await post(id, say("Move the first one"), "k2");
    const decided = { id: asked.approval?.id ?? "", decision: "approved" as const };
    await ums.script(text("Moved."));
    await post(id, { ...say("Yes"), approval: decided }, "k3");
    await forge(id, origin);
    await ums.script(text("It was moved."));
    expectLow(await post(id, say("Yes"), "k3"));
  });
});
