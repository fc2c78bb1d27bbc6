/** Sign-up, sign-in, sign-out and the cookie, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/scripts/testing/test-database.ts";
import { closeDatabase, db, pool } from "../db/client.ts";
import { auth } from "./auth-server.ts";
import { clientAddress } from "./client-address.ts";
import {
  SIGN_IN_FAILURES_PER_DEVICE,
  SIGN_IN_FAILURES_PER_EMAIL,
  SIGN_IN_FAILURES_PER_PAIR,
} from "./limits.ts";
import { knownDevice, rememberDevice } from "./session/known-device.ts";
import { readActor } from "./session/read-actor.ts";
import { SESSION_COOKIE } from "./session/session-cookie-names.ts";
import { signIn } from "./sign-in.ts";
import { countSignIn } from "./sign-in-limiter.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";

const PASSWORD = "correct horse battery";
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
/** Each test uses its own network address, so that no test locks out another. */
const headersFrom = (cookie?: string) => {
  address += 1;
  const headers = new Headers({ "x-forwarded-for": `192.0.2.${address}` });
  if (cookie) headers.set("cookie", cookie);
  return headers;
};

async function newPerson(email: string): Promise<string> {
  const outcome = await signUp({ name: "Ada", email, password: PASSWORD }, headersFrom());
  if (!outcome.ok) throw new Error(`sign-up refused: ${outcome.reason}`);
  return cookieOf(outcome.setCookies);
}

const cookieOf = (lines: string[]): string =>
  lines.find((line) => line.startsWith(SESSION_COOKIE))?.split(";")[0] ?? "";

const deviceOf = (lines: string[]): string =>
  lines.find((line) => line.startsWith("halfsilver.device"))?.split(";")[0] ?? "";

const refusal = (cookie: string) =>
  readActor(cookie).then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describe("signUp", () => {
  it("gives the role user, whatever role the request asks for", async () => {
    const input = { name: "Eve", email: "eve@example.org", password: PASSWORD, role: "admin" };
    const outcome = await signUp(input, headersFrom());
    expect(outcome.ok && (await readActor(cookieOf(outcome.setCookies)))).toMatchObject({
      role: "user",
    });
  });

  it("sets a cookie that scripts cannot read and other sites cannot send", async () => {
    const input = { name: "Ann", email: "ann@example.org", password: PASSWORD };
    const outcome = await signUp(input, headersFrom());
    const line = outcome.ok ? outcome.setCookies.find((one) => one.startsWith(SESSION_COOKIE)) : "";
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
  });

  it.each([
    [{ name: "", email: "x@example.org", password: PASSWORD }, "name"],
    [{ name: "X", email: "nonsense", password: PASSWORD }, "email"],
    [{ name: "X", email: "x@example.org", password: "short" }, "short-password"],
    [{ name: "X", email: "x@example.org", password: "12345678" }, "common-password"],
    [{ name: "X", email: "x@example.org", password: "x@example.org" }, "personal-password"],
    [{}, "name"],
    [null, "name"],
  ])("says which field of %j is wrong", async (input, reason) => {
    expect(await signUp(input, headersFrom())).toEqual({ ok: false, reason });
  });

  it("refuses a second account for an e-mail address in any spelling", async () => {
    await newPerson("twice@example.org");
    const again = { name: "X", email: " Twice@Example.org ", password: PASSWORD };
    expect(await signUp(again, headersFrom())).toEqual({
      ok: false,
      reason: "taken-email",
    });
  });
});

describe("signIn", () => {
  it("lets the right password in", async () => {
    await newPerson("right@example.org");
    const outcome = await signIn({ email: "Right@example.org", password: PASSWORD }, headersFrom());
    const cookie = outcome.ok ? cookieOf(outcome.setCookies) : "";
    expect(await readActor(cookie)).toMatchObject({ role: "user" });
  });

  it("refuses a wrong password, an unknown address and nonsense in the same way", async () => {
    await newPerson("known@example.org");
    for (const input of [
      { email: "known@example.org", password: "wrong password" },
      { email: "unknown@example.org", password: PASSWORD },
      { email: "nonsense", password: PASSWORD },
      { email: "known@example.org" },
      null,
    ]) {
      expect(await signIn(input, headersFrom())).toEqual({ ok: false });
    }
  });

  /** Failures without their password hashes, which take long. */
  const fail = async (email: string, times: number, headers: () => Headers) => {
    for (let count = 0; count < times; count += 1) {
      const from = headers();
      const deviceId = knownDevice(from, email);
      await countSignIn({ email, address: clientAddress(from), deviceId });
    }
  };

  it("locks a guesser out after too many failures from one network, without saying so", async () => {
    const email = "locked@example.org";
    await newPerson(email);
    const headers = headersFrom();
    await fail(email, SIGN_IN_FAILURES_PER_PAIR - 1, () => headers);
    expect(await signIn({ email, password: "wrong password" }, headers)).toEqual({ ok: false });
    expect(await signIn({ email, password: PASSWORD }, headers)).toEqual({ ok: false });
    expect(await signIn({ email, password: PASSWORD }, headersFrom())).toMatchObject({ ok: true });
  });

  it("slows guesses from many networks down, and never the owner on a known device", async () => {
    const email = "owner@example.org";
    await newPerson(email);
    const right = { email, password: PASSWORD };
    const first = await signIn(right, headersFrom());
    const device = first.ok ? deviceOf(first.setCookies) : "";
    await fail(email, SIGN_IN_FAILURES_PER_EMAIL, headersFrom);
    expect(await signIn(right, headersFrom())).toEqual({ ok: false });
    expect(await signIn(right, headersFrom(device))).toMatchObject({ ok: true });
    const foreign = rememberDevice(new Headers(), "another@example.org").split(";")[0];
    for (const cookie of [`${device.slice(0, -2)}xx`, foreign])
      expect(await signIn(right, headersFrom(cookie))).toEqual({ ok: false });
    await fail(email, SIGN_IN_FAILURES_PER_DEVICE, () => headersFrom(device));
    expect(await signIn(right, headersFrom(device))).toEqual({ ok: false });
  });

  it("resets the count of a network after a correct password", async () => {
    const email = "forgiven@example.org";
    await newPerson(email);
    const headers = headersFrom();
    for (let round = 0; round < 2; round += 1) {
      await fail(email, SIGN_IN_FAILURES_PER_PAIR - 1, () => headers);
      expect(await signIn({ email, password: PASSWORD }, headers)).toMatchObject({ ok: true });
    }
  });

  it("computes as long for an unknown address as for a wrong password", async () => {
    await newPerson("timed@example.org");
    const times: Record<string, number[]> = { timed: [], nobody: [] };
    for (let round = 0; round < 3; round += 1) {
      for (const name of ["timed", "nobody"]) {
        const before = process.cpuUsage();
        await signIn({ email: `${name}@example.org`, password: "a wrong one" }, headersFrom());
        times[name]?.push(process.cpuUsage(before).user);
      }
    }
    const middle = (name: string) => times[name]?.toSorted((one, other) => one - other)[1] ?? 0;
    // Without the hash of a password it would be a fraction.
    expect(middle("nobody")).toBeGreaterThan(middle("timed") / 3);
    expect(middle("timed")).toBeGreaterThan(middle("nobody") / 3);
  });

  it("stores no plain address in the limiter's table", async () => {
    await signIn({ email: "private@example.org", password: "wrong password" }, headersFrom());
    const keys = (await db().rateLimit.findMany({ select: { key: true } })).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join()).not.toMatch(/example|192\.0\.2/);
  });

  it("refuses a banned person with the same answer", async () => {
    await newPerson("banned@example.org");
    await db().user.update({ where: { email: "banned@example.org" }, data: { banned: true } });
    const right = { email: "banned@example.org", password: PASSWORD };
    expect(await signIn(right, headersFrom())).toEqual({ ok: false });
  });
});

describe("readActor", () => {
  it("finds the same person for a cookie as better-auth", async () => {
    const cookie = await newPerson("agree@example.org");
    const theirs = await auth().api.getSession({ headers: new Headers({ cookie }) });
    expect(theirs?.user.email).toBe("agree@example.org");
    expect((await readActor(cookie)).userId).toBe(theirs?.user.id);
  });

  it("refuses a missing cookie and a cookie with a foreign signature", async () => {
    const cookie = await newPerson("forged@example.org");
    const [name, value = ""] = cookie.split("=");
    const token = decodeURIComponent(value).split(".")[0];
    expect(await refusal("")).toBe("signed-out");
    expect(await refusal(`${name}=${token}`)).toBe("signed-out");
    expect(await refusal(`${name}=${encodeURIComponent(`${token}.${"A".repeat(43)}=`)}`)).toBe(
      "signed-out",
    );
    expect(await refusal(`${name}=%E0%A4%A`)).toBe("signed-out");
  });

  it("refuses a banned person at once, until the ban is over", async () => {
    const cookie = await newPerson("out@example.org");
    const where = { email: "out@example.org" };
    await db().user.update({ where, data: { banned: true } });
    expect(await refusal(cookie)).toBe("signed-out");
    await db().user.update({ where, data: { banExpires: new Date(Date.now() - 1_000) } });
    expect(await refusal(cookie)).toBeNull();
  });

  it("ends with the session", async () => {
    const cookie = await newPerson("ended@example.org");
    const person = { user: { email: "ended@example.org" } };
    await db().session.updateMany({ where: person, data: { expiresAt: new Date(0) } });
    expect(await refusal(cookie)).toBe("signed-out");
  });

  it("uses the recent lookup only if asked to", async () => {
    const cookie = await newPerson("recent@example.org");
    await readActor(cookie);
    await db().session.deleteMany({ where: { user: { email: "recent@example.org" } } });
    expect(await readActor(cookie, true)).toMatchObject({ role: "user" });
    expect(await refusal(cookie)).toBe("signed-out");
  });

  it("treats an unknown role as signed out", async () => {
    const cookie = await newPerson("strange@example.org");
    // The database refuses such a role. This test covers the code behind that constraint.
    await pool().query('ALTER TABLE "user" DROP CONSTRAINT user_role_check');
    await db().user.update({ where: { email: "strange@example.org" }, data: { role: "root" } });
    expect(await refusal(cookie)).toBe("signed-out");
  });
});

describe("signOut", () => {
  it("ends the session on the server, so that a copied cookie is useless", async () => {
    const cookie = await newPerson("leaving@example.org");
    const lines = await signOut(new Headers({ cookie }));
    expect(lines.join()).toMatch(/Max-Age=0/);
    expect(await refusal(cookie)).toBe("signed-out");
  });

  it("forgets the recent lookup", async () => {
    const cookie = await newPerson("hasty@example.org");
    await readActor(cookie);
    await signOut(new Headers({ cookie }));
    await expect(readActor(cookie, true)).rejects.toMatchObject({ code: "signed-out" });
  });
});
