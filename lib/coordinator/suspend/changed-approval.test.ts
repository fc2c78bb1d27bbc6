/** A call that its person changed before they approved it: what runs, what the model is told, and what is on record. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readChangedCall } from "../../contracts/run/hop-decision.ts";
import { db } from "../../db/client.ts";
import { storableCanonical } from "../../db/storable-json.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { getApproval } from "../../db/turns/approvals/get-approval.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { modelControl, newTalk, type Talk } from "../testing/take-turns.ts";
import { openQuestion } from "../testing/talk-of-people.ts";
import { changePendingCall, describeChange, listCallFields } from "./change-approval.ts";

provideUms();

const emailNow = () => `robin.${randomUUID().slice(0, 8)}@example.org`;

async function askToAdd(email: string): Promise<Talk> {
  const talk = await newTalk();
  await talk.say(`Add Robin Doe, ${email}, Sales, Berlin`);
  return talk;
}

/** As the page does it: read, check, approve. */
async function approveWith(talk: Talk, changes: Record<string, string>) {
  const { id, question } = await openQuestion(talk);
  const { call } = await getApproval(talk.actor, id);
  const given = Object.entries(changes).map(([name, value]) => ({ name, value }));
  const change = await changePendingCall(call, given);
  if (!change?.ok || !change.changed) throw new Error(JSON.stringify(change));
  const changed = storableCanonical(change.changed);
  const words = describeChange(`Approve: ${question}`, change.changed);
  return talk.say(words, { approval: { id, decision: "approved", changed } });
}

const personOf = (email: string) => db().umsPerson.findFirst({ where: { email } });

describe("a person who is added", () => {
  it("is added as the person changed them, and the model is told what ran", async () => {
    const email = emailNow();
    const talk = await askToAdd(email);
    const { id } = await openQuestion(talk);
    const { call } = await getApproval(talk.actor, id);
    const fields = await listCallFields(call);
    expect(fields?.map(({ name, value }) => [name, value])).toContainEqual(["name", "Robin Doe"]);
    const turn = await approveWith(talk, { name: "Robyn Doe", city: "Hamburg" });
    expect(turn.result.ending).toBe("complete");
    expect(await personOf(email)).toMatchObject({ name: "Robyn Doe", city: "Hamburg" });
    const calls = turn.prompts.flatMap(callsIn).filter(({ tool }) => tool === "create_person");
    expect(JSON.stringify(calls)).toContain("Robyn Doe");
    expect(JSON.stringify(calls)).not.toContain("Robin Doe");
    expect(turn.of("approval.decided")).toEqual([
      {
        type: "approval.decided",
        approvalId: id,
        decision: "approved",
        changes: [
          expect.objectContaining({ path: "name", before: '"Robin Doe"', after: '"Robyn Doe"' }),
          expect.objectContaining({ path: "city", before: '"Berlin"', after: '"Hamburg"' }),
        ],
      },
    ]);
    const [row] = await db().auditEvent.findMany({
      where: { action: "approval.decided", runId: { not: turn.runId }, actorId: talk.actor.userId },
    });
    expect(row?.detail).toMatchObject({ decision: "approved", changed: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain("Robyn");
  });

  it("is added once, and as changed, where the answer fails and is retried", async () => {
    const email = emailNow();
    const talk = await askToAdd(email);
    await modelControl().queue({ scenario: "error-500", match: "Approve: ", times: 2 });
    const failed = await approveWith(talk, { name: "Robyn Doe" });
    expect(failed.result.ending).toBe("failed");
    const retried = await talk.retry();
    expect(retried.result.ending).toBe("complete");
    expect(retried.of("tool.called")).toEqual([]);
    expect(await db().umsPerson.findMany({ where: { email } })).toMatchObject([
      { name: "Robyn Doe" },
    ]);
  });

  it("is not added where a value does not fit: nothing is decided", async () => {
    const email = emailNow();
    const talk = await askToAdd(email);
    const { id } = await openQuestion(talk);
    const { call } = await getApproval(talk.actor, id);
    const changes = [{ name: "email", value: "no address" }];
    expect(await changePendingCall(call, changes)).toEqual({
      ok: false,
      problems: [{ name: "email", message: "This is not an email address." }],
    });
    expect((await openQuestion(talk)).id).toBe(id);
    expect(await personOf(email)).toBeNull();
  });

  it("is not added where the service finds that a value does not fit, whoever sent it", async () => {
    const email = emailNow();
    const talk = await askToAdd(email);
    const { id } = await openQuestion(talk);
    const changed = storableCanonical({
      salt: "0",
      arguments: JSON.stringify({ name: "", email }),
      changes: [{ path: "name", before: '"Robin Doe"', after: '""' }],
    });
    const turn = await talk.say("Approve", { approval: { id, decision: "approved", changed } });
    expect(turn.result.ending).toBe("failed");
    expect(await personOf(email)).toBeNull();
    await talk.retry();
    expect(await personOf(email)).toBeNull();
  });
});

describe("a question of which nothing can be changed", () => {
  it("has no fields: whom it concerns is what it asks", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    const { id } = await openQuestion(talk);
    const { call } = await getApproval(talk.actor, id);
    expect(await listCallFields(call)).toBeNull();
  });
});

describe("a call of the general agent", () => {
  const ASK = `@decision("needs_approval")
@reason("code needs a word")
forbid (principal, action == Action::"call:python_interpreter", resource);`;

  it("runs as changed, under the id that the model gave it", async () => {
    const draft = { name: "of-changes", mode: "enforce" as const, text: ASK };
    await storePolicy({ ...draft, enabled: true });
    const talk = await newTalk();
    await talk.say("What is 17 * 23?");
    const { resume } = await openQuestion(talk);
    const turn = await approveWith(talk, { code: "print(17 * 24)" });
    await storePolicy({ ...draft, enabled: false });
    expect(turn.of("tool.called")).toMatchObject([
      { toolCallId: (resume as { id: string }).id, arguments: { code: "print(17 * 24)" } },
    ]);
    expect(turn.of("tool.returned")).toMatchObject([{ outcome: "ok", result: "408" }]);
    expect(turn.of("execution.recorded")).toContainEqual(
      expect.objectContaining({
        execution: expect.objectContaining({ approved: true, status: "ok" }),
      }),
    );
    const stored = await db().approval.findFirstOrThrow({
      where: { conversationId: talk.conversationId() },
    });
    expect(stored.status).toBe("approved");
    expect(readChangedCall(stored.changed)?.changes).toMatchObject([{ path: "code" }]);
  });

  it("does not run where the policies deny what it has become", async () => {
    const draft = { name: "of-changes", mode: "enforce" as const, text: ASK };
    await storePolicy({ ...draft, enabled: true });
    const talk = await newTalk();
    await talk.say("What is 17 * 23?");
    const deny = ASK.split("\n").slice(1).join("\n");
    await storePolicy({ ...draft, text: deny, enabled: true });
    const turn = await approveWith(talk, { code: "print(1)" });
    await storePolicy({ ...draft, enabled: false });
    expect(turn.of("tool.returned")).toMatchObject([{ outcome: "denied" }]);
  });
});
