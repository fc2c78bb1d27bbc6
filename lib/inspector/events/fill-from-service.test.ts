/** Tool calls inside a service, in the events of a run: asked for when one is opened, masked for auditors. */
import { expect, it } from "vitest";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { inspectEvent, inspectEventWindow } from "../run/inspect-events.ts";
import { readFreely } from "../testing/read-freely.ts";

provideUms();
readFreely();

const [person] = seedPeople();
const ALL = { from: 1, limit: 200, skip: 0 };

/** The events of a call inside the service, by seq. */
async function callOfService() {
  const { runId } = await (await newTalk()).say("list users");
  const admin = await createPerson("admin");
  const { events } = await inspectEventWindow(admin, runId, ALL);
  const seqOf = (type: string) => events.find(({ body }) => body.type === type)?.seq ?? 0;
  return { runId, admin, events, called: seqOf("tool.called"), returned: seqOf("tool.returned") };
}

it("the list leaves them to the service, and an opened event has them", async () => {
  const { runId, admin, events, called, returned } = await callOfService();
  const inList = events.find(({ seq }) => seq === returned);
  expect(inList?.body).toMatchObject({ result: { value: null, withheld: "deferred" } });
  const { body } = await inspectEvent(admin, runId, called);
  expect(body).toMatchObject({ arguments: { value: expect.any(Object) } });
  expect(JSON.stringify(body)).not.toContain("$ref");
  const opened = await inspectEvent(admin, runId, returned);
  expect(JSON.stringify(opened.body)).toContain(person?.name);
});

it("an auditor gets neither from the list nor from an opened event", async () => {
  const { runId, called, returned } = await callOfService();
  const auditor = await createPerson("auditor");
  for (const seq of [called, returned]) {
    const text = JSON.stringify(await inspectEvent(auditor, runId, seq));
    expect(text).not.toContain(person?.name);
    expect(text).toContain('"withheld":"masked"');
  }
});

it("a service that reports nothing leaves the digest, and breaks nothing", async () => {
  const { runId, admin, called } = await callOfService();
  await db().umsTrace.deleteMany();
  expect((await inspectEvent(admin, runId, called)).body).toMatchObject({
    arguments: { value: { $ref: expect.stringMatching(/^sha256:/) } },
  });
});
