/**
 * A process that is killed: `node --conditions=react-server at-work.mjs seal|write`, with DATABASE_URL. It seals the trail
 * again and again, or writes rows, each with its effect, and says each one that was committed.
 */
import { randomUUID } from "node:crypto";
import { kysely } from "../../client.ts";
import { recordAudit } from "../record-audit.ts";
import { sealTrail } from "../seal/seal-trail.ts";
import { trailKeys } from "../trail-keys.ts";

const [, , work] = process.argv;
const keys = trailKeys();

console.log("ready");
for (;;) {
  if (work === "seal") await sealTrail(keys, null);
  else console.log(await write());
}

async function write() {
  const id = randomUUID();
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .insertInto("user")
        .values({
          id,
          name: "Somebody",
          email: `${id}@example.org`,
          role: "user",
          updated_at: new Date(),
        })
        .execute();
      await recordAudit(transaction, {
        actorId: null,
        action: "account.saved",
        target: `user:${id}`,
        outcome: "allowed",
        subjectId: id,
        detail: { by: "create-admin", role: "user", password: false },
      });
    });
  return id;
}
