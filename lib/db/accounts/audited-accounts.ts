/** The tables of accounts as the auth library writes them: a session or account is created with its audit row, or not. */
import "server-only";
import { auditOperation, recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";

/** Prisma, where a new session (`person.signed-in`) and a new account (`account.saved`) share a transaction with their row. */
export function auditedAccounts() {
  return db().$extends({
    name: "audited-accounts",
    query: {
      session: {
        async create({ args, query }) {
          const { userId } = args.data;
          if (userId === undefined) throw new Error("a session needs the id of its person");
          const row = auditOperation({
            actorId: userId,
            action: "person.signed-in",
            target: `user:${userId}`,
            outcome: "allowed",
            subjectId: userId,
            detail: {},
          });
          const [session] = await db().$transaction([query(args), row]);
          return session;
        },
      },
      user: {
        async create({ args, query }) {
          const { id, role = "user" } = args.data;
          const row = auditOperation({
            actorId: id,
            action: "account.saved",
            target: `user:${id}`,
            outcome: "allowed",
            subjectId: id,
            detail: { by: "sign-up", role, password: true, nth: 1 },
          });
          const [user] = await db().$transaction([query(args), row]);
          return user;
        },
      },
    },
  });
}

/** Ends a session with its audit row. Harmless where there is none. @throws where it could not be ended or recorded */
export async function endSession(token: string): Promise<void> {
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const ended = await transaction
        .deleteFrom("session")
        .where("token", "=", token)
        .returning("user_id")
        .executeTakeFirst();
      if (!ended) return;
      const { user_id: userId } = ended;
      await recordAudit(transaction, {
        actorId: userId,
        action: "person.signed-out",
        target: `user:${userId}`,
        outcome: "allowed",
        subjectId: userId,
        detail: {},
      });
    });
}
