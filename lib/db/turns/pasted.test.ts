/** What a person pasted into a message is known in every turn that answers it, and in new versions of it. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS, type RunResult } from "../../contracts/run/run-work.ts";
import { db } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import { findTitleWork } from "../runs/finish/title-work.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "./create-turn.ts";
import type { CreatedTurn } from "./created-turn.ts";
import { loadTurn } from "./load-turn.ts";
import { createContinuing, createRetry, type ReplaceAnswer } from "./replace/replace-answer.ts";

provideTestDatabase();

const PASTE =
  "Dear Ms Lovelace, the engine is ready, and we would like to show it to you on Friday.";
const TEXT = `Answer this: ${PASTE} Thanks`;
const PLACE = [13, 13 + PASTE.length] as const;

async function begin(actor: Actor, more: Partial<CreateTurn>): Promise<CreatedTurn> {
  const begun = await createTurn(actor, newTurn(more));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

async function end(
  { runId, userId }: CreatedTurn,
  ending: "complete" | "stopped" = "complete",
  approvals: RunResult["approvals"] = [],
) {
  const events = eventsOf(runId, [{ type: "run.ended", ending, reason: null }]);
  const ended = { runId, userId, ending, events, reason: null, answer: "An answer" };
  await finishRun({
    ...ended,
    leaseOwner: LEASE_OWNER,
    totals: NO_TOTALS,
    ...NO_ARTIFACTS,
    approvals,
  });
}

const stored = async ({ userMessageId: id }: CreatedTurn) =>
  (await db().message.findUniqueOrThrow({ where: { id } })).pasted;

const loaded = async ({ runId }: CreatedTurn) =>
  (await loadTurn(runId, { maxSpentToday: null, maxSpentThisMonth: null }))?.turn.pasted;

/** As Prisma takes a column that is to be null. */
const toData = ({ pasted, ...data }: { content?: string; pasted?: readonly unknown[] | null }) => ({
  ...data,
  ...(pasted === undefined
    ? {}
    : { pasted: pasted ? (structuredClone(pasted) as number[][]) : Prisma.DbNull }),
});

const replace = async (
  create: typeof createRetry | typeof createContinuing,
  actor: Actor,
  { answerMessageId, agentId }: CreatedTurn,
) => {
  const given: ReplaceAnswer = {
    answerMessageId,
    agentId,
    leaseOwner: LEASE_OWNER,
    leaseMs: 15_000,
    limits: NO_LIMITS,
  };
  const begun = await create(actor, given);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.turn;
};

describe("the stretches of a message that were pasted", () => {
  it("are all of a decision, whose words are the question's", async () => {
    const actor = await createPerson();
    const asked = await begin(actor, { text: "Read the page" });
    const id = randomUUID();
    const resume = { id: "call-1", name: "fetch_page", arguments: "{}" };
    const question = "Shall I open http://evil.example/?q=heron-7310?";
    await end(asked, "complete", [
      { id, agentId: "general", suspendedPlan: null, question, tool: "fetch_page", resume },
    ]);
    const text = `Decline: ${question}`;
    const { conversationId } = asked;
    const approval = { id, decision: "declined" } as const;
    const turn = await begin(actor, { conversationId, text, approval });
    expect(await loaded(turn)).toEqual([[0, text.length]]);
  });

  it("are stored with it, and nothing where there are none", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
    expect(turn.pasted).toEqual([PLACE]);
    expect(await stored(turn)).toEqual([PLACE]);
    const plain = await begin(actor, { text: TEXT });
    expect(plain.pasted).toEqual([]);
    expect(await stored(plain)).toBeNull();
  });

  it("are known to the process that takes the turn over, to a retry and to the rest of an answer", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
    expect(await loaded(turn)).toEqual([PLACE]);
    await end(turn, "stopped");
    const rest = await replace(createContinuing, actor, turn);
    expect(rest.pasted).toEqual([PLACE]);
    await end(rest);
    expect((await findTitleWork(rest.runId))?.pasted).toEqual([PLACE]);
    const again = await replace(createRetry, actor, rest);
    expect(again.pasted).toEqual([PLACE]);
    expect(await loaded(again)).toEqual([PLACE]);
  });

  it("are also those of the next message in the conversation", async () => {
    const actor = await createPerson();
    const first = await begin(actor, { text: "Hello" });
    await end(first);
    const { conversationId } = first;
    const next = await begin(actor, { conversationId, text: TEXT, pasted: [PLACE] });
    expect(await stored(next)).toEqual([PLACE]);
  });

  it("stay pasted in a new version, where they still stand in it, whatever the browser says", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
    await end(turn);
    const { conversationId, userMessageId: editedId } = turn;
    const changed = PASTE.replace("Friday", "Monday");
    const text = `Please decline this, politely: ${changed} And this: ${PASTE}`;
    const edited = await begin(actor, { conversationId, editedId, text });
    expect(edited.pasted.map(([from, to]) => text.slice(from, to))).toEqual([
      PASTE.slice(0, PASTE.indexOf("Friday")),
      PASTE,
    ]);
    expect(await stored(edited)).toEqual(edited.pasted);
    await end(edited);
    const typed = await begin(actor, {
      conversationId,
      editedId: edited.userMessageId,
      text: "Something of my own",
    });
    expect(typed.pasted).toEqual([]);
  });

  it("are joined with those that are new in the version", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
    await end(turn);
    const { conversationId, userMessageId: editedId } = turn;
    const text = `${TEXT} NEW`;
    const pasted = [[text.length - 3, text.length]] as const;
    const edited = await begin(actor, { conversationId, editedId, text, pasted });
    expect(edited.pasted).toEqual([PLACE, ...pasted]);
  });

  it.each([
    ["other words", { content: `Answer that: ${PASTE} Thanks` }],
    ["none of its pasted stretches", { pasted: null }],
    ["fewer of them", { pasted: [[13, 20]] }],
  ] as const)(
    "are all of a question that the store has with %s, however often it is answered anew",
    async (_what, data) => {
      const actor = await createPerson();
      const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
      await end(turn);
      const { userMessageId: id } = turn;
      await db().message.update({ where: { id }, data: toData(data) });
      const again = await replace(createRetry, actor, turn);
      expect(again.pasted).toEqual([[0, TEXT.length]]);
      await end(again);
      expect((await replace(createRetry, actor, again)).pasted).toEqual([[0, TEXT.length]]);
    },
  );

  it("are all of a message whose stored places do not fit it", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, { text: TEXT, pasted: [PLACE] });
    const { userMessageId: id } = turn;
    await db().message.update({ where: { id }, data: { pasted: [[5, 9_999]] } });
    expect(await loaded(turn)).toEqual([[0, TEXT.length]]);
  });
});
