/** Links by mail, against a real SMTP server: who gets which, what they open, and what everybody reads. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Mailbox, openMailbox } from "@/scripts/testing/mailbox.ts";
import { createTestDatabase, type TestDatabase } from "@/scripts/testing/test-database.ts";
import { closeDatabase, db } from "../../db/client.ts";
import { erasePerson } from "../../db/erasure/erase.ts";
import { changeEmail, confirmByLink } from "../account/change-email.ts";
import { LINKS_SENT_PER_EMAIL } from "../limits.ts";
import { findPerson } from "../session/find-person.ts";
import { findSessionToken } from "../session/find-session-token.ts";
import { SESSION_COOKIE } from "../session/session-cookie-names.ts";
import { signIn } from "../sign-in.ts";
import { signUp } from "../sign-up.ts";
import { askReset, askSignUp } from "./ask-link.ts";
import { resetByLink } from "./reset-password.ts";

const PASSWORD = "violet plover sings";
const ORIGIN = "https://chat.example.org";
let database: TestDatabase;
let mailbox: Mailbox;

beforeAll(async () => {
  [database, mailbox] = await Promise.all([createTestDatabase(), openMailbox()]);
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    BETTER_AUTH_SECRET: "a secret of these tests, long enough",
    BETTER_AUTH_URL: ORIGIN,
    SMTP_URL: mailbox.url,
    MAIL_FROM: "Halfsilver <chat@example.org>",
    LOG_LEVEL: "silent",
  });
});
afterAll(async () => {
  await closeDatabase();
  await Promise.all([database.drop(), mailbox.close()]);
});

let address = 0;
let headers: Headers;
beforeEach(() => {
  address += 1;
  headers = new Headers({ "x-forwarded-for": `192.0.2.${address}`, host: "evil.example" });
});

const newEmail = () => `${crypto.randomUUID()}@example.org`;
const tokenIn = (text: string) =>
  new URL(/https:\S+token=\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";

async function tokenFor(email: string): Promise<string> {
  return tokenIn((await mailbox.next(email)).text);
}

async function newAccount(email = newEmail()): Promise<{ email: string; session: string }> {
  await askSignUp({ email }, headers);
  const token = await tokenFor(email);
  const outcome = await signUp({ token, name: "Ada", password: PASSWORD }, headers);
  if (!outcome.ok) throw new Error(outcome.reason);
  const cookie = outcome.setCookies.find((line) => line.includes(SESSION_COOKIE))?.split(";")[0];
  const session = findSessionToken(cookie);
  if (session === null) throw new Error("nobody is signed in");
  return { email, session };
}

describe("a link to a new account", () => {
  it("goes to the address, on our own origin, and is used once", async () => {
    const email = newEmail();
    expect(await askSignUp({ email: ` ${email.toUpperCase()}` }, headers)).toEqual({ ok: true });
    const { text } = await mailbox.next(email);
    expect(text).toContain(`${ORIGIN}/sign-up?token=`);
    expect(text).not.toContain("evil");
    const given = { token: tokenIn(text), name: "Ada", password: PASSWORD };
    expect(await signUp({ ...given, password: "12345678" }, headers)).toEqual({
      ok: false,
      reason: "common-password",
    });
    expect(await signUp({ ...given, email: newEmail() }, headers)).toMatchObject({ ok: true });
    expect(await db().user.findUnique({ where: { email } })).toMatchObject({ emailVerified: true });
    expect(await signUp(given, headers)).toEqual({ ok: false, reason: "link" });
  });

  it("is answered the same for an address that has an account, whose owner is told", async () => {
    const { email } = await newAccount();
    expect(await askSignUp({ email }, headers)).toEqual({ ok: true });
    const { text } = await mailbox.next(email);
    expect(text).toContain("It has one already");
    expect(text).not.toContain("token=");
  });

  it("cannot be gone around", async () => {
    const account = { name: "Ada", email: newEmail(), password: PASSWORD };
    expect(await signUp(account, headers)).toEqual({ ok: false, reason: "link" });
    expect(await signUp({ ...account, token: "guessed" }, headers)).toEqual({
      ok: false,
      reason: "link",
    });
  });
});

describe("a link to another password", () => {
  it("ends every session, works once, and makes the device known", async () => {
    const { email, session } = await newAccount();
    expect(await askReset({ email }, headers)).toEqual({ ok: true });
    const token = await tokenFor(email);
    expect(await resetByLink({ token, password: email }, headers)).toEqual({
      ok: false,
      reason: "personal-password",
    });
    const password = "another plover sings";
    const reset = await resetByLink({ token, password }, headers);
    expect(reset).toMatchObject({ ok: true, setCookies: [expect.stringContaining("device")] });
    expect(await findPerson(session)).toBeNull();
    expect(await resetByLink({ token, password }, headers)).toEqual({ ok: false, reason: "link" });
    expect(await signIn({ email, password: PASSWORD }, headers)).toEqual({ ok: false });
    expect(await signIn({ email, password }, headers)).toMatchObject({ ok: true });
    const { id } = await db().user.findUniqueOrThrow({ where: { email } });
    const rows = await db().auditEvent.findMany({ where: { target: `user:${id}` } });
    expect(rows.map(({ action }) => action)).toContain("account.password-reset");
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it("is good for an hour, and until a newer one", async () => {
    const { email } = await newAccount();
    await askReset({ email }, headers);
    const first = await tokenFor(email);
    await askReset({ email }, headers);
    const second = await tokenFor(email);
    const reset = (token: string) => resetByLink({ token, password: PASSWORD }, headers);
    expect(await reset(first)).toEqual({ ok: false, reason: "link" });
    const { id } = await db().user.findUniqueOrThrow({ where: { email } });
    const [link] = await db().accountLink.findMany({ where: { userId: id } });
    expect(Number(link?.expiresAt)).toBe(Number(link?.createdAt) + 60 * 60_000);
    await db().accountLink.updateMany({ where: { userId: id }, data: { expiresAt: new Date(0) } });
    expect(await reset(second)).toEqual({ ok: false, reason: "link" });
  });

  it("is nowhere in the database, and goes with an erased account", async () => {
    const { email } = await newAccount();
    await askReset({ email }, headers);
    const token = await tokenFor(email);
    expect(JSON.stringify(await db().accountLink.findMany())).not.toContain(token);
    expect(await erasePerson(null, email)).toMatchObject({ ok: true });
    expect(await resetByLink({ token, password: PASSWORD }, headers)).toEqual({
      ok: false,
      reason: "link",
    });
    expect(await db().accountLink.count({ where: { email } })).toBe(0);
  });

  it("is answered the same for an unknown address, which gets nothing", async () => {
    const [{ email }, unknown] = [await newAccount(), newEmail()];
    expect(await askReset({ email: unknown }, headers)).toEqual({ ok: true });
    // Mails go in order: what comes next is the other one.
    expect(await askReset({ email }, headers)).toEqual({ ok: true });
    await mailbox.next(email);
    expect(mailbox.count(unknown)).toBe(0);
  });

  it("goes a few times an hour, and the last one stays good", async () => {
    const { email } = await newAccount();
    for (let count = 0; count < LINKS_SENT_PER_EMAIL + 3; count += 1)
      expect(await askReset({ email }, headers)).toEqual({ ok: true });
    let token = "";
    // One of them was the link to the account.
    for (let count = 1; count < LINKS_SENT_PER_EMAIL; count += 1) token = await tokenFor(email);
    const other = await newAccount();
    expect(other.email).not.toBe(email);
    expect(mailbox.count(email)).toBe(LINKS_SENT_PER_EMAIL);
    expect(await resetByLink({ token, password: PASSWORD }, headers)).toMatchObject({ ok: true });
  });
});

describe("a link to another address", () => {
  it("goes to the new address and a notice to the old; the address changes when it is opened", async () => {
    const { email, session } = await newAccount();
    const person = await findPerson(session);
    if (!person) throw new Error("nobody is signed in");
    const next = newEmail();
    const wrong = await changeEmail(person, { email: next, current: "a wrong one" });
    expect(wrong).toEqual({ ok: false, reason: "current" });
    expect(await changeEmail(person, { email: next, current: PASSWORD })).toMatchObject({
      is: "asked",
    });
    const token = await tokenFor(next);
    expect((await mailbox.next(email)).text).toContain(next);
    expect(await db().user.count({ where: { email } })).toBe(1);
    expect(await confirmByLink({ token })).toEqual({ ok: true });
    expect(await db().user.findUnique({ where: { email: next } })).toMatchObject({
      emailVerified: true,
    });
    expect(await confirmByLink({ token })).toEqual({ ok: false, reason: "link" });
  });

  it("says nothing of an address that is taken, but to its owner", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const person = await findPerson(one.session);
    if (!person) throw new Error("nobody is signed in");
    const asked = await changeEmail(person, { email: other.email, current: PASSWORD });
    expect(asked).toEqual({ ok: true, is: "asked", email: other.email });
    expect((await mailbox.next(other.email)).text).toContain("has an account already");
    expect((await mailbox.next(one.email)).text).toContain(other.email);
  });

  it("is no longer good once another account has the address", async () => {
    const one = await newAccount();
    const person = await findPerson(one.session);
    if (!person) throw new Error("nobody is signed in");
    const wanted = newEmail();
    await changeEmail(person, { email: wanted, current: PASSWORD });
    const token = await tokenFor(wanted);
    await newAccount(wanted);
    expect(await confirmByLink({ token })).toEqual({ ok: false, reason: "taken" });
    expect(await db().user.count({ where: { email: one.email } })).toBe(1);
  });
});

describe("without a mail server", () => {
  it("says so in the same words to everybody, and nothing is made", async () => {
    const { email } = await newAccount();
    const links = () => db().accountLink.count();
    const before = await links();
    await mailbox.pause();
    try {
      for (const asked of [email, newEmail()]) {
        expect(await askReset({ email: asked }, headers)).toEqual({ ok: false, reason: "away" });
        expect(await askSignUp({ email: asked }, headers)).toEqual({ ok: false, reason: "away" });
      }
      expect(await links()).toBe(before);
    } finally {
      await mailbox.resume();
    }
  });
});
