/** Files that tools make: kept with the answer, for its person alone, and named in the log. */
import { describe, expect, it } from "vitest";
import { readAttachment } from "../../db/attachments/read-attachment.ts";
import { saveMadeFiles } from "../../db/attachments/save-made-files.ts";
import { db, kysely } from "../../db/client.ts";
import { getConversation } from "../../db/conversations/get-conversation.ts";
import { createPerson, newTurn } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();

const QUESTION = "list the users and chart how many joined each month";

describe("a chart", () => {
  it("is an attachment of the answer, of the person who asked", async () => {
    const talk = await newTalk();
    const turn = await talk.say(QUESTION);
    const [returned] = turn.of("tool.returned").filter(({ tool }) => tool === "draw_chart");
    expect(returned?.files).toMatchObject([
      { name: "How many joined each month.svg", mediaType: "image/svg+xml" },
    ]);
    expect(returned?.result).not.toContain("<svg");
    const { messages } = await getConversation(talk.actor, turn.conversationId);
    const [picture] = messages.at(-1)?.attachments ?? [];
    expect(picture).toMatchObject({ id: returned?.files?.[0]?.attachmentId });
    expect(picture?.alt).toMatch(/^Bar chart: How many joined each month\. Count: \d{4}-\d\d \d/);
    const { data } = await readAttachment(talk.actor, picture?.id ?? "");
    expect(Buffer.from(data).toString()).toMatch(/^<svg /);
    await expect(readAttachment(await createPerson(), picture?.id ?? "")).rejects.toMatchObject({
      code: "not-found",
    });
    // No prompt holds the picture.
    expect(JSON.stringify(turn.prompts)).not.toContain("<svg");
  });

  it("goes with an answer that a retry replaces, and stays with one that is continued", async () => {
    const talk = await newTalk();
    const attachmentsOf = async () => {
      const { messages } = await getConversation(talk.actor, talk.conversationId());
      return messages.at(-1)?.attachments ?? [];
    };
    const figures = { type: "bar", labels: ["a"], series: [{ name: "n", values: [1] }] };
    await modelControl().queue({
      scenario: "scripted",
      match: "two bars",
      replies: [
        { toolCalls: [{ name: "draw_chart", arguments: figures }] },
        { text: "It shows", finishReason: "length" },
        { text: " a bar." },
        { text: "Done." },
      ],
    });
    await talk.say("two bars");
    const [drawn] = await attachmentsOf();
    expect((await talk.goOn()).answer).toBe("It shows a bar.");
    expect(await attachmentsOf()).toEqual([drawn]);
    await talk.retry();
    expect(await attachmentsOf()).toEqual([]);
  });

  it("that is made again by another process is the new one in all that is told of it", async () => {
    const begun = await createTurn(await createPerson(), newTurn());
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { runId } = begun.turn;
    const first = {
      name: "a.svg",
      mediaType: "image/svg+xml",
      data: new Uint8Array([1]),
      alt: "One",
    };
    await saveMadeFiles({ runId }, "h1", [first]);
    const second = { name: "a.png", mediaType: "image/png", data: new Uint8Array([2]), alt: "Two" };
    const [kept] = await saveMadeFiles({ runId }, "h1", [second]);
    const where = { id: kept?.attachmentId ?? "" };
    const stored = await db().attachment.findUniqueOrThrow({ where });
    const { name, mediaType, alt, createdAt } = stored;
    expect(kept).toMatchObject({ name, mediaType, alt, createdAt: createdAt.toISOString() });
    expect({ name, mediaType, alt }).toEqual({ name: "a.png", mediaType: "image/png", alt: "Two" });
  });

  it("that cannot be kept is a failed call, and the model is told", async () => {
    const talk = await newTalk();
    const turn = await talk.say("hello");
    // The run is over: what it makes now belongs to nobody.
    const file = { name: "a.svg", mediaType: "image/svg+xml", data: new Uint8Array([1]), alt: "" };
    expect(await saveMadeFiles({ runId: turn.runId }, "h1", [file])).toEqual([]);
    const figures = { type: "bar", labels: ["a"], series: [{ name: "n", values: [1] }] };
    await modelControl().queue({
      scenario: "scripted",
      match: "one bar",
      replies: [{ toolCalls: [{ name: "draw_chart", arguments: figures }] }, { text: "Sorry." }],
    });
    const { sql } = await import("kysely");
    const refuse = sql`ALTER TABLE attachment ADD CONSTRAINT no_svg CHECK (media_type <> 'image/svg+xml') NOT VALID`;
    await refuse.execute(kysely());
    try {
      const failed = await talk.say("one bar");
      expect(failed.of("tool.returned")).toMatchObject([
        { outcome: "failed", result: expect.stringContaining("could not be kept") },
      ]);
      expect(failed.answer).toBe("Sorry.");
    } finally {
      await sql`ALTER TABLE attachment DROP CONSTRAINT no_svg`.execute(kysely());
    }
  });
});
