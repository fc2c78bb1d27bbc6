/** A person reads by which rule a reason was erased, and that no rule covers it where somebody blanked it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { commitTo } from "../../audit/canonical.ts";
import { db } from "../client.ts";
import { applyRetention } from "../erasure/retention/apply-retention.ts";
import { openPayloads } from "../inspector/opening/payload-openings.ts";
import { endRun, seal } from "../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { listLooks } from "./list-looks.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";

let admin: Actor;
beforeAll(async () => {
  admin = await createPerson("admin");
});

async function lookAt() {
  const { person, runId } = await endRun();
  await openPayloads(admin, runId, REASON);
  const [look] = await listLooks(person);
  if (!look) throw new Error("the look is not listed");
  return { person, look };
}

/** As the owner of the database would, so that the row still leads to its leaf. */
async function blank(id: string): Promise<void> {
  const row = await db().auditEvent.findUniqueOrThrow({ where: { id } });
  const commitment = Buffer.from(commitTo(row.detail, row.salt ?? "")).toString("hex");
  await db().$executeRaw`UPDATE audit_event SET detail = '{}', salt = gen_random_uuid(),
    detail_commitment = decode(${commitment}, 'hex') WHERE id = ${id}::uuid`;
}

describe("the reason of a look", () => {
  it("is given while it is there", async () => {
    const { look } = await lookAt();
    expect(look).toMatchObject({ reason: REASON, erased: null });
  });

  it("was erased by no rule where somebody blanked it", async () => {
    const { person, look } = await lookAt();
    await blank(look.id);
    expect(await listLooks(person)).toMatchObject([
      { reason: null, erased: { rule: "none" }, seal: "sealed" },
    ]);
  });

  it("was erased for its age where that is on record, and a younger one was not", async () => {
    const { person, look } = await lookAt();
    const young = await lookAt();
    await db()
      .$executeRaw`UPDATE audit_event SET at = at - interval '40 days' WHERE id = ${look.id}::uuid`;
    await applyRetention("audit", 30);
    await blank(young.look.id);
    expect(await listLooks(person)).toMatchObject([
      { reason: null, erased: { rule: "age", days: 30 } },
    ]);
    expect(await listLooks(young.person)).toMatchObject([{ erased: { rule: "none" } }]);
  });

  it("is not excused by a row that the application did not write", async () => {
    const { person, look } = await lookAt();
    await blank(look.id);
    await db().$executeRaw`INSERT INTO audit_event (id, at, action, target, outcome, detail, salt)
      VALUES (gen_random_uuid(), now(), 'retention.applied', 'retention:audit', 'allowed',
        '{"class": "audit", "days": 1, "rows": {}}', gen_random_uuid()),
        (gen_random_uuid(), now(), 'person.erased', 'user:x', 'allowed', '{}', gen_random_uuid())`;
    expect(await listLooks(person)).toMatchObject([{ erased: { rule: "none" } }]);
    await seal();
    expect(await listLooks(person)).toMatchObject([{ erased: { rule: "none" } }]);
  });
});
