/** What was approved once is done once: a new version of anything around it asks anew, and changes nothing before. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();
const seeded = seedPeople().length;
const peopleLeft = () => db().umsPerson.count();

const openQuestions = (talk: Talk) =>
  db().approval.findMany({
    where: { conversationId: talk.conversationId(), status: "pending" },
  });

async function approve(talk: Talk): Promise<TakenTurn> {
  const [open] = await openQuestions(talk);
  if (!open) throw new Error("nothing is asked");
  const approval = { id: open.id, decision: "approved" } as const;
  return talk.say(`Approve: ${open.question}`, { approval });
}

/** One person is deleted: what was said before, the question, and the decision. */
async function deletedOne() {
  const talk = await newTalk();
  const listed = await talk.say("list users");
  const asked = await talk.say("delete the first one");
  expect(await peopleLeft()).toBe(seeded);
  const decided = await approve(talk);
  expect(await peopleLeft()).toBe(seeded - 1);
  return { talk, listed, asked, decided };
}

const ranIn = (turn: TakenTurn) =>
  turn.of("execution.recorded").filter(({ execution: { target } }) => target.startsWith("delete_"));

describe("after an approved deletion", () => {
  it("the log of the run that follows says what was decided", async () => {
    const { talk, decided } = await deletedOne();
    const [entry] = decided.of("approval.decided");
    expect(entry).toEqual({
      type: "approval.decided",
      approvalId: expect.any(String),
      decision: "approved",
    });
    const later = await talk.say("list users");
    expect(later.of("approval.decided")).toEqual([]);
  });

  it("an edited request asks anew, and deletes once more only when that is approved", async () => {
    const { talk, asked } = await deletedOne();
    const edited = await talk.edit(asked, "delete the second one");
    expect(ranIn(edited).map(({ execution: { status } }) => status)).not.toContain("ok");
    expect(await openQuestions(talk)).toHaveLength(1);
    expect(await peopleLeft()).toBe(seeded - 1);
    await approve(talk);
    expect(await peopleLeft()).toBe(seeded - 2);
  });

  it("a question that is asked anew takes over no decision", async () => {
    const { talk, asked } = await deletedOne();
    await talk.retry(asked);
    expect(await peopleLeft()).toBe(seeded - 1);
    const approved = await db().approval.count({
      where: { conversationId: talk.conversationId(), status: "approved" },
    });
    expect(approved).toBe(1);
  });

  it("the words of the decision, edited or sent again, decide nothing", async () => {
    const { talk, decided, asked } = await deletedOne();
    await talk.edit(decided, "Approve: Delete everybody?");
    await talk.say("Approve: Delete everybody?");
    expect(await peopleLeft()).toBe(seeded - 1);
    await talk.show(asked);
    expect(await peopleLeft()).toBe(seeded - 1);
  });

  it("the answer written anew, right behind it or later, deletes nobody else", async () => {
    const { talk, decided } = await deletedOne();
    const again = await talk.retry(decided);
    expect(await peopleLeft()).toBe(seeded - 1);
    await talk.say("list users");
    await talk.retry(again);
    expect(await peopleLeft()).toBe(seeded - 1);
  });

  it("the rest of an answer that was cut deletes nobody else", async () => {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one");
    await modelControl().queue({
      scenario: "cut-off",
      match: "Approve: Delete",
      afterTokens: 3,
      times: 4,
    });
    const cut = await approve(talk);
    expect(cut.result.ending).not.toBe("complete");
    expect(await peopleLeft()).toBe(seeded - 1);
    const rest = await talk.goOn();
    expect(rest.of("tool.called")).toEqual([]);
    expect(await peopleLeft()).toBe(seeded - 1);
  });
});
