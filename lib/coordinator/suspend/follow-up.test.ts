/** A request that follows a question to the person is about the same person and field, whatever became of the question. */
import { describe, expect, it } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { decide, openQuestion, talkOfPeople } from "../testing/talk-of-people.ts";

provideUms();

describe("a request that follows a question", () => {
  it.each(["left", "declined", "approved"] as const)("keeps its object (%s)", async (outcome) => {
    const { talk, first } = await talkOfPeople();
    await talk.say("set the city of the first one to Lisbon");
    expect((await openQuestion(talk)).question).toContain("Lisbon");
    if (outcome !== "left") await decide(talk, outcome);
    await talk.say("no, to Paris instead");
    const { question, agentId } = await openQuestion(talk);
    expect(agentId).toBe("users");
    expect(question).toContain(first.email);
    expect(question).toContain("Paris");
    expect(question).not.toContain("to “Lisbon”");
    await talk.say("actually make it Rome");
    expect((await openQuestion(talk)).question).toContain("Rome");
  });
});
