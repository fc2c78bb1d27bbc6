import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MESSAGE_PAGE_COUNT } from "@/lib/contracts/limits.ts";
import type { ConversationDetail, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import { knownPart, newestPage, withOlder, withReading } from "./conversation-window.ts";

const ids = Array.from({ length: 100 }, () => randomUUID());
const part = (from: number, to = ids.length): PublicMessage[] =>
  ids.slice(from, to).map((id) => ({ id }) as PublicMessage);
const having = (messages: PublicMessage[], hasOlder = true) =>
  ({ messages, hasOlder }) as ConversationDetail;
const idsOf = ({ messages }: ConversationDetail) => messages.map(({ id }) => id);

describe("the part of a conversation that a tab has", () => {
  it("keeps what is before the first message of a new reading", () => {
    const after = withReading(having(part(40)), having(part(80), true));
    expect(idsOf(after)).toEqual(ids.slice(40));
    expect(after.hasOlder).toBe(true);
  });

  it("keeps that there is nothing older", () => {
    expect(withReading(having(part(0), false), having(part(80), true)).hasOlder).toBe(false);
  });

  it("is replaced where another version is shown by now", () => {
    const read = having([{ id: randomUUID() } as PublicMessage], false);
    expect(withReading(having(part(40)), read)).toBe(read);
    expect(withReading(undefined, read)).toBe(read);
  });

  it("grows by an older page, once, and only where that page ends", () => {
    const page = { messages: part(20, 40), hasOlder: false };
    const grown = withOlder(having(part(40)), ids[40] ?? "", page);
    expect(idsOf(grown)).toEqual(ids.slice(20));
    expect(grown.hasOlder).toBe(false);
    expect(withOlder(grown, ids[40] ?? "", page)).toBe(grown);
  });

  it("asks for the newest page alone, and for all that it has if that is another by now", () => {
    const query = new URLSearchParams(knownPart(having(part(10))));
    expect(query.get("from")).toBe(ids[10]);
    expect(query.get("tail")).toBe(ids.at(-MESSAGE_PAGE_COUNT));
    expect(new URLSearchParams(knownPart(having(part(95)))).get("tail")).toBe(ids[95]);
    expect(knownPart(having([]))).toBe("");
    expect(knownPart(undefined)).toBe("");
  });

  it("is the newest page after the visit", () => {
    const left = newestPage(having(part(0), false));
    expect(idsOf(left)).toEqual(ids.slice(-MESSAGE_PAGE_COUNT));
    expect(left.hasOlder).toBe(true);
    const short = having(part(95), false);
    expect(newestPage(short)).toBe(short);
  });
});
