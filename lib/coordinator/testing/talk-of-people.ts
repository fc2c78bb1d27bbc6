/** Conversations in which a question to the person suspends a plan. */
import "server-only";
import { expect } from "vitest";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { newTalk, type TakenTurn, type Talk } from "./take-turns.ts";

type Person = { email: string };

export const exists = async ({ email }: Person) =>
  (await db().umsPerson.count({ where: { email } })) === 1;

export const openQuestion = (talk: Talk) =>
  db().approval.findFirstOrThrow({
    where: { conversationId: talk.conversationId(), status: "pending" },
  });

/** The turn with the person's decision on the open question. */
export async function decide(
  talk: Talk,
  decision: "approved" | "declined" = "approved",
): Promise<TakenTurn> {
  const { id, question } = await openQuestion(talk);
  const word = decision === "approved" ? "Approve" : "Decline";
  return talk.say(`${word}: ${question}`, { approval: { id, decision } });
}

/** A conversation that has listed the people, and the first of them, whom tests delete. */
export async function talkOfPeople(): Promise<{ talk: Talk; first: Person }> {
  const talk = await newTalk();
  const { answer } = await talk.say("list users");
  const first = seedPeople().find(({ email }) => answer.includes(email));
  expect(first).toBeDefined();
  return { talk, first: first ?? { email: "" } };
}

export const plans = (turn: TakenTurn) => turn.of("plan.made").map(({ plan }) => plan);

/** Ids of the steps of each plan of a turn. */
export const stepIds = (turn: TakenTurn) =>
  plans(turn).map(({ steps }) => steps.map(({ id }) => id));

export const deletions = (turn: TakenTurn) =>
  turn.of("tool.called").filter(({ tool }) => tool.startsWith("delete_person")).length;
