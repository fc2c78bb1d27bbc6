/** An approved call runs at most once, no matter how often its turn is retried. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { NO_LIMITS } from "../../db/testing/turn-fixtures.ts";
import { createRetry } from "../../db/turns/replace/replace-answer.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { modelControl, newTalk, type Talk } from "../testing/take-turns.ts";

provideUms();
const [firstPerson, secondPerson] = seedPeople();
if (!firstPerson || !secondPerson) throw new Error("there are no seed people");

const exists = async ({ email }: { email: string }) =>
  (await db().umsPerson.count({ where: { email } })) === 1;
const openQuestion = (talk: Talk) =>
  db().approval.findFirstOrThrow({
    where: { conversationId: talk.conversationId(), status: "pending" },
  });
const decide = async (talk: Talk, decision: "approved" | "declined" = "approved") => {
  const { id, question } = await openQuestion(talk);
  return talk.say(`${decision === "approved" ? "Approve" : "Decline"}: ${question}`, {
    approval: { id, decision },
  });
};
const failOnce = () =>
  modelControl().queue({ scenario: "error-500", match: "Approve: ", times: 2 });
describe("a deletion that ran before the model failed", () => {
  async function deletedThenFailed() {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    await failOnce();
    const failed = await decide(talk);
    expect(failed.result).toMatchObject({ ending: "failed", reason: "model-unavailable" });
    expect(failed.of("execution.recorded")).toContainEqual(
      expect.objectContaining({
        execution: expect.objectContaining({ target: "delete_person@1.0.0", status: "ok" }),
      }),
    );
    expect(await exists(firstPerson as { email: string })).toBe(false);
    return talk;
  }

  it("is answered by a retry from its recorded result and does not run again", async () => {
    const talk = await deletedThenFailed();
    const retried = await talk.retry();
    expect(retried.result.ending).toBe("complete");
    expect(retried.answer).toContain(firstPerson.name);
    expect(retried.answer).toContain("is deleted");
    expect(retried.of("tool.called")).toEqual([]);
    expect(await db().umsPerson.count()).toBe(199);
    const last = retried.prompts.at(-1);
    expect(last && callsIn(last).filter(({ tool }) => tool === "delete_person")).toHaveLength(1);
    // The memory contains it once, completely.
    const after = await talk.say("list users");
    const prompt = after.prompts.find((one) => one.tools.includes("delete_person"));
    expect(prompt && callsIn(prompt).filter(({ tool }) => tool === "delete_person")).toHaveLength(
      1,
    );
  });

  it("is also answered by a second retry, and by a retry after success", async () => {
    const talk = await deletedThenFailed();
    await failOnce();
    expect((await talk.retry()).result.ending).toBe("failed");
    expect((await talk.retry()).answer).toContain("is deleted");
    expect((await talk.retry()).answer).toContain("is deleted");
    expect(await db().umsPerson.count()).toBe(199);
  });

  it("does not run again if its result was lost: the person is told that the outcome is unknown", async () => {
    const talk = await deletedThenFailed();
    const { email, id, name, department, city } = firstPerson;
    // Remove the record, so that it is unknown whether the call ran.
    await db().umsMessage.deleteMany();
    const joinedAt = new Date("2026-01-01");
    await db().umsPerson.create({ data: { id, email, name, department, city, joinedAt } });
    const retried = await talk.retry();
    expect(await exists(firstPerson)).toBe(true);
    expect(retried.of("tool.called")).toEqual([]);
    expect(retried.answer).toMatch(/cannot tell whether/);
    expect(retried.answer).not.toContain("is deleted");
  });
});

describe("a retried decision", () => {
  it("does not change: a declined call does not run", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    await decide(talk, "declined");
    const retried = await talk.retry();
    expect(retried.answer).toContain("nothing was changed");
    expect(await exists(firstPerson)).toBe(true);
  });

  it("belongs to its own turn: a repeated question is a new one", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    const first = await openQuestion(talk);
    const asked = await talk.retry();
    expect(asked.answer).toContain(firstPerson.name);
    const second = await openQuestion(talk);
    expect(second.id).not.toBe(first.id);
    expect((await decide(talk)).answer).toContain("is deleted");
    expect(await exists(firstPerson)).toBe(false);
    expect(await exists(secondPerson)).toBe(true);
  });
});

describe("an approved call of the general agent", () => {
  const ASK_PYTHON = `@decision("needs_approval")
@reason("code needs a word")
forbid (principal, action == Action::"call:python_interpreter", resource);`;

  it("is answered from the run log and does not run again", async () => {
    const draft = { name: "of-retries", mode: "enforce" as const, text: ASK_PYTHON };
    await storePolicy({ ...draft, enabled: true });
    const talk = await newTalk();
    await talk.say("What is 17 * 23?");
    await failOnce();
    const failed = await decide(talk);
    expect(failed.result.ending).toBe("failed");
    expect(failed.of("tool.returned")).toMatchObject([{ outcome: "ok" }]);
    const retried = await talk.retry();
    await storePolicy({ ...draft, enabled: false });
    expect(retried.of("tool.called")).toEqual([]);
    expect(retried.answer).toContain("391");
    const next = await talk.say("now the same for 20");
    expect(next.result.ending).toBe("complete");
    const general = next.prompts.find(({ by }) => by === "general");
    expect(general && callsIn(general)[0]).toMatchObject({ result: "391" });
  });

  it.each([
    ["failed", null],
    ["interrupted", { result: null }],
  ])("whose run %s before anything of it was stored", async (status, ran) => {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    const decided = await decide(talk);
    // The state after a process died at this point: the log has no record of the call.
    await db().runEvent.deleteMany({ where: { runId: decided.runId } });
    await db().run.update({ where: { id: decided.runId }, data: { status } });
    const given = {
      agentId: "general",
      leaseOwner: "somebody",
      leaseMs: 15_000,
      limits: NO_LIMITS,
    };
    const { answerMessageId } = decided;
    const created = await createRetry(talk.actor, { answerMessageId, ...given });
    expect(created).toMatchObject({
      ok: true,
      turn: { approval: { agentId: "users", decision: "approved", ran } },
    });
  });
});
