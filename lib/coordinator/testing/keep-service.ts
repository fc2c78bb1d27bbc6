/** The memory of the user-management service, set back to what it knew when a process died. */
import "server-only";
import { db } from "../../db/client.ts";

/** `what was begun`: a decided call was taken, and nothing is known of what became of it. */
export type ServiceMemory = "all" | "nothing" | "what was begun";

async function read() {
  const [conversations, messages, people, seen] = await Promise.all([
    db().umsConversation.findMany(),
    db().umsMessage.findMany(),
    db().umsPerson.findMany(),
    db().umsSeenHop.findMany(),
  ]);
  return { conversations, messages, people, seen };
}

type Memory = Awaited<ReturnType<typeof read>>;

async function write({ conversations, messages, people, seen }: Memory): Promise<void> {
  await db().umsConversation.deleteMany();
  await db().umsPerson.deleteMany();
  for (const data of conversations) await db().umsConversation.create({ data: data as never });
  await db().umsMessage.createMany({ data: messages as never });
  await db().umsPerson.createMany({ data: people });
  await db().umsSeenHop.deleteMany();
  await db().umsSeenHop.createMany({ data: seen });
}

/** Call it before the turn; `note` after it. */
export async function keepService() {
  const before = await read();
  let after = before;
  return {
    note: async () => {
      after = await read();
    },
    async restore(memory: ServiceMemory): Promise<void> {
      if (memory === "all") return write(after);
      if (memory === "nothing") return write(before);
      const taken = new Map(after.conversations.map(({ id, pending }) => [id, pending]));
      const conversations = before.conversations.map((row) => ({
        ...row,
        pending: taken.get(row.id) ?? row.pending,
      }));
      return write({ ...before, conversations, seen: after.seen });
    },
  };
}
