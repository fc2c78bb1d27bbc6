/** Personal data that a tool prints: what a run stores, finds and sends afterwards. */
import { expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { searchInRun } from "../../inspector/run/inspect-run.ts";
import { readFreely } from "../../inspector/testing/read-freely.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk, type TakenTurn } from "../testing/take-turns.ts";

provideUms();
readFreely();

const MASKED = {
  card: "4111 1111 1111 1111",
  "bare card": "5555555555554444",
  account: "DE89370400440532013000",
  ssn: "078-05-1120",
};
const KEPT = { email: "ann.lee@example.org", phone: "+4930901820" };
const CODE = `
people = [${JSON.stringify({ ...MASKED, ...KEPT })}]
for person in people:
    print("\\n".join(f"{name}: {value}" for name, value in person.items()))
print("fibonacci(90) =", 2880067194370816120)
`;

async function stored({ runId, conversationId }: TakenTurn): Promise<string> {
  const [events, states, history, messages] = await Promise.all([
    db().runEvent.findMany({ where: { runId } }),
    db().hiddenState.findMany({ where: { conversationId } }),
    db().nodeHistory.findMany({ where: { runId } }),
    db().message.findMany({ where: { conversationId } }),
  ]);
  return JSON.stringify({ events, states, history, messages }, (_key, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

it("stores, finds and sends no masked value, and keeps the classes that are kept", async () => {
  const talk = await newTalk();
  await modelControl().script("zqprint", [
    { toolCalls: [{ name: "python_interpreter", arguments: { code: CODE } }] },
    { text: "Printed." },
  ]);
  const first = await talk.say("zqprint the people");
  const [returned] = first.of("tool.returned");
  expect(returned?.result).toContain("ssn: [redacted:government-id]");
  expect(returned?.result).toContain("card: [redacted:card]\nbare card: [redacted:card]");
  expect(returned?.result).toContain("account: [redacted:account]");
  expect(returned?.result).toContain("fibonacci(90) = 2880067194370816120");
  const second = await talk.say("hello again");
  const kept = [await stored(first), await stored(second)].join();
  const prompts = JSON.stringify([first.prompts, second.prompts]);
  expect(second.prompts.some(({ text }) => text.includes(KEPT.email))).toBe(true);
  for (const value of Object.values(MASKED)) {
    expect(kept).not.toContain(value);
    expect(prompts).not.toContain(value);
  }
  for (const value of Object.values(KEPT)) {
    expect(kept).toContain(value);
    expect(prompts).toContain(value);
  }
  const admin = await createPerson("admin");
  const hits = async (words: string) => (await searchInRun(admin, first.runId, words)).total;
  for (const value of Object.values(MASKED)) expect(await hits(value)).toBe(0);
  for (const value of Object.values(KEPT)) expect(await hits(value)).toBeGreaterThan(0);
});
