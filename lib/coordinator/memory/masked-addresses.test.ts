/** A deployment that masks e-mail addresses and telephone numbers, too, and keeps cards. */
import { expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

process.env.PERSONAL_DATA_EMAILS = "mask";
process.env.PERSONAL_DATA_PHONES = "mask";
process.env.PERSONAL_DATA_CARDS = "keep";
provideUms();

const CODE = 'print("ann.lee@example.org +4930901820 card 4111 1111 1111 1111")';

it("holds no address in the log, in both memories, in prompts and in answers", async () => {
  const talk = await newTalk();
  await modelControl().script("zqprint", [
    { toolCalls: [{ name: "python_interpreter", arguments: { code: CODE } }] },
    { text: "Printed." },
  ]);
  const printed = await talk.say("zqprint the person");
  const listed = await talk.say("list users");
  const asked = await talk.say("delete the first one");
  const [first] = seedPeople();
  expect(asked.answer).toContain(`${first?.name} ([redacted:email])`);
  expect(listed.answer).toContain(first?.name);
  expect(printed.of("tool.returned")[0]?.result).toContain(
    "[redacted:email] [redacted:phone] card 4111 1111 1111 1111",
  );
  const conversationId = talk.conversationId();
  const stored = await Promise.all([
    db().runEvent.findMany({ where: { run: { conversationId } } }),
    db().hiddenState.findMany({ where: { conversationId } }),
    db().message.findMany({ where: { conversationId } }),
    db().approval.findMany({ where: { conversationId } }),
    db().umsConversation.findMany(),
    db().umsMessage.findMany(),
  ]);
  const everything = JSON.stringify(
    { stored, prompts: [printed.prompts, listed.prompts, asked.prompts] },
    (_key, value) => (typeof value === "bigint" ? String(value) : value),
  );
  expect(everything).not.toContain("ann.lee@example.org");
  expect(everything).not.toContain("30901820");
  for (const { email } of seedPeople()) expect(everything).not.toContain(email);
  expect(everything).toContain("4111 1111 1111 1111");
});
