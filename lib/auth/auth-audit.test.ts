/** What the trail says of sign-ups, sign-ins and sign-outs, and what happens where it cannot be written. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/scripts/testing/test-database.ts";
import { recordAudit } from "../db/audit/record-audit.ts";
import { closeDatabase, db, kysely } from "../db/client.ts";
import { REFUSED_SIGN_INS_MAX } from "../db/limits.ts";
import { SIGN_IN_FAILURES_PER_PAIR } from "./limits.ts";
import { readActor } from "./session/read-actor.ts";
import { SESSION_COOKIE } from "./session/session-cookie-names.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";

const password = "correct horse battery";
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.BETTER_AUTH_SECRET = "a secret of these tests, long enough";
  process.env.CONFIRM_ADDRESSES = "0";
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

let address = 0;
const headers = () => {
  address += 1;
  return new Headers({ "x-forwarded-for": `192.0.2.${address}` });
};

async function newPerson(name: string) {
  const email = `${name}@example.org`;
  const outcome = await signUp({ name, email, password }, headers());
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  return { id, email, cookie: cookieOf(outcome) };
}

function cookieOf(outcome: { ok: true; setCookies: string[] } | { ok: false }): string {
  const lines = outcome.ok ? outcome.setCookies : [];
  return lines.find((line) => line.startsWith(SESSION_COOKIE))?.split(";")[0] ?? "";
}

const rowsAbout = (target: string) =>
  db().auditEvent.findMany({
    where: { target },
    orderBy: { at: "asc" },
    select: { action: true, actorId: true, subjectId: true, outcome: true, detail: true },
  });

async function withoutTrail(attempt: () => Promise<void>): Promise<void> {
  await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
  try {
    await attempt();
  } finally {
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
  }
}

describe("the trail", () => {
  it("has a row for a new account, each sign-in and each sign-out", async () => {
    const { id, email, cookie } = await newPerson("ada");
    await signOut(new Headers({ cookie }));
    await signOut(new Headers({ cookie }));
    await signIn({ email, password }, headers());
    const own = { actorId: id, subjectId: id, outcome: "allowed" };
    expect(await rowsAbout(`user:${id}`)).toEqual([
      {
        ...own,
        action: "account.saved",
        detail: { by: "sign-up", role: "user", password: true, nth: 1 },
      },
      { ...own, action: "person.signed-in", detail: {} },
      { ...own, action: "person.signed-out", detail: {} },
      { ...own, action: "person.signed-in", detail: {} },
    ]);
  });

  it("has a row for a role that was changed by SQL, at the next sign-in", async () => {
    const { id, email } = await newPerson("ida");
    const target = `user:${id}`;
    for (const role of ["admin", "user"]) {
      await db().user.update({ where: { email }, data: { role } });
      await signIn({ email, password }, headers());
      await signIn({ email, password }, headers());
    }
    const rows = await rowsAbout(target);
    expect(rows.filter(({ action }) => action === "account.role-changed")).toEqual(
      [
        { from: "user", to: "admin", nth: 2 },
        { from: "admin", to: "user", nth: 3 },
      ].map((detail) => ({
        action: "account.role-changed",
        actorId: null,
        subjectId: id,
        outcome: "allowed",
        detail,
      })),
    );
  });

  it("has one row a minute for the refusals of an account and reason", async () => {
    const { id, email } = await newPerson("bea");
    const from = headers();
    for (let count = 0; count <= SIGN_IN_FAILURES_PER_PAIR + 1; count += 1) {
      await signIn({ email, password: "a wrong one" }, from);
    }
    const refused = {
      action: "person.sign-in-refused",
      actorId: null,
      subjectId: id,
      outcome: "denied",
    };
    const rows = await rowsAbout(`user:${id}`);
    expect(rows.filter(({ action }) => action === refused.action)).toEqual([
      { ...refused, detail: { why: "refused" } },
      { ...refused, detail: { why: "locked-out" } },
    ]);
  });

  it("has one row for all unknown addresses, one for all nonsense, and no address", async () => {
    for (const name of ["x", "y", "z"]) {
      await signIn({ email: `${name}-unknown@example.org`, password }, headers());
      await signIn({ email: name }, headers());
    }
    const rows = await rowsAbout("sign-in");
    expect(rows.map(({ detail }) => detail)).toEqual([{ why: "refused" }, { why: "malformed" }]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain("example.org");
  });

  it("cannot be flooded by refusals of many accounts", async () => {
    const refused = { actorId: null, action: "person.sign-in-refused", outcome: "denied" } as const;
    for (let count = 0; count < REFUSED_SIGN_INS_MAX; count += 1)
      await recordAudit(kysely(), {
        ...refused,
        target: `user:${crypto.randomUUID()}`,
        detail: { why: "refused" },
      });
    const { id, email } = await newPerson("cleo");
    await signIn({ email, password: "a wrong one" }, headers());
    expect((await rowsAbout(`user:${id}`)).map(({ action }) => action)).toEqual([
      "account.saved",
      "person.signed-in",
    ]);
  });
});

describe("without a trail", () => {
  it("nobody signs in or up, and nothing is left of the attempt", async () => {
    const { id, email, cookie } = await newPerson("dora");
    await withoutTrail(async () => {
      await expect(signIn({ email, password }, headers())).rejects.toThrow("broken");
      const other = { name: "Eve", email: "eve@example.org", password };
      await expect(signUp(other, headers())).rejects.toThrow("to a sign-up");
    });
    expect(await db().session.count({ where: { userId: id } })).toBe(1);
    expect(await db().user.count({ where: { email: "eve@example.org" } })).toBe(0);
    expect(await readActor(cookie)).toMatchObject({ userId: id });
    expect(await signIn({ email, password }, headers())).toMatchObject({ ok: true });
  });

  it("a sign-out fails, and the session goes on until it is recorded", async () => {
    const { id, cookie } = await newPerson("fay");
    await withoutTrail(() => expect(signOut(new Headers({ cookie }))).rejects.toThrow());
    expect(await readActor(cookie)).toMatchObject({ userId: id });
    await signOut(new Headers({ cookie }));
    await expect(readActor(cookie)).rejects.toMatchObject({ code: "signed-out" });
  });

  it("a refusal stays a refusal", async () => {
    const { email } = await newPerson("gil");
    await withoutTrail(async () => {
      const wrong = { email, password: "a wrong one" };
      expect(await signIn(wrong, headers())).toEqual({ ok: false });
    });
  });
});
