/** Whoever searches much at once, by whatever way, leaves a place to others. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { CROWD_PIECES, countBefore } from "../../gate/testing/crowd.ts";
import { db } from "../client.ts";
import { searchPassages } from "../passages/search-passages.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { findInConversation } from "./find-in-conversation.ts";
import { searchMessages } from "./search-messages.ts";

provideTestDatabase();

const passages = { query: "otter", attachmentIds: [], limit: 5, embedding: null };
const WAYS: ((actor: Actor, conversationId: string) => Promise<unknown>)[] = [
  (actor) => searchMessages(actor, "otter"),
  (actor, conversationId) => findInConversation(actor, conversationId, "otter"),
  (actor, conversationId) => searchPassages(actor, conversationId, passages),
];

async function converse(actor: Actor): Promise<string> {
  const id = randomUUID();
  await db().conversation.create({ data: { id, userId: actor.userId, title: "Otters" } });
  return id;
}

it.each(WAYS)(
  "finds for another person before most of what one person looks for: %s",
  async (way) => {
    const [many, other] = [await createPerson(), await createPerson()];
    const [theirs, others] = [await converse(many), await converse(other)];
    // A connection that is made first takes as long as many searches.
    await Promise.all(WAYS.flatMap((each) => [each(many, theirs), each(other, others)]));
    const before = await countBefore(
      (piece) => WAYS[piece % WAYS.length]?.(many, theirs) ?? expect.unreachable(),
      () => way(other, others),
    );
    expect(before).toBeLessThan(CROWD_PIECES / 2);
  },
);
