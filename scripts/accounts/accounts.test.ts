import { verifyPassword } from "better-auth/crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { AUTH_SECRET, AUTH_ROW_KEY as ROW_KEY } from "../testing/test-stack.ts";
import { createAdmin } from "./create-admin.ts";
import { DEMO_ACCOUNTS, saveDemoAccounts } from "./demo-accounts.ts";

type Row = { email: string; role: string; banned: boolean; password: string; issuer: string };

describe("accounts that scripts create", () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const given = () => ({ DATABASE_URL: database.url, BETTER_AUTH_SECRET: AUTH_SECRET });

  async function read(email: string): Promise<Row[]> {
    const { rows } = await client.query<Row>(
      `SELECT email, role, banned, password, issuer FROM "user" JOIN account ON user_id = "user".id
       WHERE email = $1`,
      [email],
    );
    return rows;
  }

  async function accepts(email: string, password: string): Promise<boolean> {
    const [row] = await read(email);
    return row ? verifyPassword({ hash: row.password, password }) : false;
  }

  async function listAudit(email: string): Promise<{ action: string; detail: unknown }[]> {
    const { rows } = await client.query(
      `SELECT action, detail FROM audit_event JOIN "user" ON "user".id = subject_id
       WHERE email = $1 AND target = 'user:' || "user".id ORDER BY at, action DESC`,
      [email],
    );
    return rows;
  }

  it("are the three demo accounts, updated when the password changes", async () => {
    await saveDemoAccounts(database.url, "first password", ROW_KEY);
    await client.query(`UPDATE "user" SET role = 'user', banned = true WHERE email LIKE 'admin@%'`);
    await saveDemoAccounts(database.url, "second password", ROW_KEY);
    for (const { email, role } of DEMO_ACCOUNTS) {
      expect(await read(email)).toEqual([
        expect.objectContaining({ role, banned: false, issuer: "local:credential" }),
      ]);
      expect(await accepts(email, "second password")).toBe(true);
      expect(await accepts(email, "first password")).toBe(false);
    }
  });

  it("are not written when nothing has changed", async () => {
    const count = async () =>
      (await client.query(`SELECT count(*)::int AS n FROM audit_event`)).rows[0]?.n;
    const before = await count();
    await saveDemoAccounts(database.url, "second password", ROW_KEY);
    expect(await count()).toBe(before);
  });

  it("include a first admin, with an audit row in the same transaction", async () => {
    const environment = { ...given(), HALFSILVER_ADMIN_PASSWORD: "long enough" };
    expect(await createAdmin("First@Example.org", environment)).toMatchObject({ ok: true });
    expect(await read("first@example.org")).toEqual([expect.objectContaining({ role: "admin" })]);
    expect(await accepts("first@example.org", "long enough")).toBe(true);
    expect(await listAudit("first@example.org")).toEqual([
      {
        action: "account.saved",
        detail: { by: "create-admin", role: "admin", password: true, nth: 1 },
      },
    ]);
  });

  it("become admin by promotion, with their password unchanged", async () => {
    const environment = given();
    expect(await createAdmin("user@halfsilver.local", environment)).toMatchObject({ ok: true });
    expect((await read("user@halfsilver.local"))[0]?.role).toBe("admin");
    expect(await accepts("user@halfsilver.local", "second password")).toBe(true);
    const rows = await listAudit("user@halfsilver.local");
    expect(rows.filter(({ action }) => action === "account.role-changed")).toEqual([
      {
        action: "account.role-changed",
        detail: { from: "user", to: "admin", nth: expect.any(Number) },
      },
    ]);
  });

  it("get another role by name, which the trail records", async () => {
    const role = async () => (await read("user@halfsilver.local"))[0]?.role;
    const made = await createAdmin("user@halfsilver.local", given(), "auditor");
    expect([made.ok, await role()]).toEqual([true, "auditor"]);
    const refused = await createAdmin("user@halfsilver.local", given(), "owner");
    expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining("auditor") });
    expect(await role()).toBe("auditor");
    expect((await listAudit("user@halfsilver.local")).at(-1)).toEqual({
      action: "account.role-changed",
      detail: { from: "admin", to: "auditor", nth: expect.any(Number) },
    });
  });

  it.each([
    ["no database", "a@example.org", {}, "DATABASE_URL"],
    ["no address", "nobody", { HALFSILVER_ADMIN_PASSWORD: "long enough" }, "e-mail address"],
    ["no secret", "c@example.org", { BETTER_AUTH_SECRET: "" }, "BETTER_AUTH_SECRET"],
    ["a short password", "b@example.org", { HALFSILVER_ADMIN_PASSWORD: "short" }, "8 to 128"],
  ])("are refused with %s", async (what, email, environment, problem) => {
    const url = what === "no database" ? {} : given();
    const result = await createAdmin(email, { ...url, ...environment });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(await read(email)).toEqual([]);
  });
});
