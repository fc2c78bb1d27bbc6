/** Whoever exports much at once, by whatever way, leaves a place to others; whoever reads slowly takes none. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { CROWD_PIECES, countBefore } from "../../gate/testing/crowd.ts";
import { db } from "../client.ts";
import {
  exportConversation,
  exportConversations,
  exportSelected,
} from "../conversations/export-conversations.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { exportAccount } from "./export-account.ts";

provideTestDatabase();

const CONVERSATIONS = 5;

async function createOwner(): Promise<{ actor: Actor; ids: string[] }> {
  const actor = await createPerson();
  const ids = Array.from({ length: CONVERSATIONS }, () => randomUUID());
  const rows = ids.map((id) => ({ id, userId: actor.userId, title: "Talk" }));
  await db().conversation.createMany({ data: rows });
  return { actor, ids };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

const WAYS: ((owner: Owner) => Promise<unknown>)[] = [
  ({ actor, ids }) => exportConversation(actor, ids[0] ?? ""),
  ({ actor }) => Array.fromAsync(exportConversations(actor)),
  async ({ actor, ids }) => Array.fromAsync(await exportSelected(actor, ids)),
  async ({ actor }) => {
    for await (const { pieces } of exportAccount(actor)) await Array.fromAsync(pieces);
  },
];

it.each(WAYS)("writes another person's export before most of one person's: %s", async (way) => {
  const [many, other] = [await createOwner(), await createOwner()];
  // A connection that is made first takes as long as many exports.
  await Promise.all(WAYS.flatMap((each) => [each(many), each(other)]));
  const before = await countBefore(
    (piece) => WAYS[piece % WAYS.length]?.(many) ?? expect.unreachable(),
    () => way(other),
  );
  expect(before).toBeLessThan(CROWD_PIECES / 2);
});

it("goes on with any number of exports that nobody reads further", async () => {
  const owner = await createOwner();
  const open = Array.from({ length: CROWD_PIECES }, () => exportConversations(owner.actor));
  for (const one of open) expect((await one.next()).done).toBe(false);
  expect(await Array.fromAsync(exportConversations(owner.actor))).toHaveLength(CONVERSATIONS);
  for (const one of open) await one.return();
});
