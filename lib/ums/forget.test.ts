/** What the service forgets by a run, and who may ask for it. */
import { expect, it } from "vitest";
import { db } from "../db/client.ts";
import { settings } from "../env/settings.ts";
import { converseWith, say, text } from "./testing/converse.ts";
import { ENVELOPE, provideUms } from "./testing/provide-ums.ts";

const ums = provideUms();
const { open, ask } = converseWith(ums);
const runId = ENVELOPE.runId ?? "";
const forget = (id: string, body: object, key = settings().UMS_OPERATOR_KEY) =>
  fetch(`${ums.server().url}/conversations/${id}/forget`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
const stored = async (conversationId: string) =>
  JSON.stringify(await db().umsMessage.findMany({ where: { conversationId } }));

async function talked() {
  const id = await open();
  await ums.script(text("Zqanswer."));
  await ask(id, say("Zqquestion"));
  return id;
}

it("is refused to the key of the chat and to no key, and forgets nothing then", async () => {
  const id = await talked();
  for (const key of [settings().UMS_SERVICE_KEY, "x"])
    expect((await forget(id, { run_id: runId }, key)).status).toBe(401);
  expect(await stored(id)).toMatch(/Zqquestion.*Zqanswer/);
});

it("takes the words, and leaves the positions that other branches name; twice is as once", async () => {
  const id = await talked();
  const before = await db().umsMessage.count({ where: { conversationId: id } });
  for (let time = 0; time < 2; time += 1)
    expect((await forget(id, { run_id: runId })).status).toBe(200);
  expect(await stored(id)).not.toMatch(/Zq/);
  expect(await db().umsMessage.count({ where: { conversationId: id } })).toBe(before);
});

it("keeps what another run said, and knows no other conversation and no other body", async () => {
  const id = await talked();
  expect((await forget(id, { run_id: "another" })).status).toBe(200);
  expect(await stored(id)).toContain("Zqanswer");
  expect((await forget(crypto.randomUUID(), { run_id: runId })).status).toBe(404);
  expect((await forget("x", { run_id: runId })).status).toBe(404);
  expect((await forget(id, {})).status).toBe(400);
});
