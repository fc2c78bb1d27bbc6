/** Changed settings are on record by name at the next start. No value is stored, in no table. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { findEditedSettings } from "../audit/covered/find-edited-settings.ts";
import { openFindings } from "../audit/found/trail-findings.ts";
import { db } from "../client.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { recordSettings } from "./record-settings.ts";

provideTestDatabase();

const SECRET = "a secret of these tests, long enough";
const GIVEN = { BETTER_AUTH_SECRET: SECRET, OPENAI_API_KEY: "sk-canary-4711", SIGN_UP_OPEN: "1" };

const rows = () =>
  db().auditEvent.findMany({ where: { action: "settings.changed" }, orderBy: { at: "asc" } });

beforeEach(async () => {
  await db().settingDigest.deleteMany();
  await db().auditEvent.deleteMany();
});

describe("recordSettings", () => {
  it("names what changed since the last start, and nothing where nothing did", async () => {
    expect(await recordSettings(GIVEN)).toEqual([]);
    expect(await recordSettings(GIVEN)).toEqual([]);
    const { SIGN_UP_OPEN: _, ...rest } = GIVEN;
    const changed = { ...rest, OPENAI_API_KEY: "sk-canary-0815", LOG_LEVEL: "debug" };
    const names = ["LOG_LEVEL", "OPENAI_API_KEY", "SIGN_UP_OPEN"];
    expect(await recordSettings(changed)).toEqual(names);
    expect(await recordSettings(changed)).toEqual([]);
    expect(await rows()).toMatchObject([
      { actorId: null, target: "settings", outcome: "allowed", detail: { names } },
    ]);
  });

  it("stores no value, and no digest that a guess could be compared with", async () => {
    await recordSettings(GIVEN);
    await recordSettings({ ...GIVEN, OPENAI_API_KEY: "sk-canary-0815" });
    const stored = await db().settingDigest.findMany();
    expect(stored).toHaveLength(3);
    expect(JSON.stringify([stored, await rows()])).not.toContain("canary");
    const digests = stored.map(({ digest }) => Buffer.from(digest).toString("hex"));
    await recordSettings({ ...GIVEN, BETTER_AUTH_SECRET: `${SECRET}, another` });
    const others = await db().settingDigest.findMany();
    for (const { digest } of others)
      expect(digests).not.toContain(Buffer.from(digest).toString("hex"));
  });

  it("names a changed secret without blaming the others", async () => {
    await recordSettings(GIVEN);
    const other = { ...GIVEN, BETTER_AUTH_SECRET: `${SECRET}, another`, LOG_LEVEL: "debug" };
    expect(await recordSettings(other)).toEqual(["BETTER_AUTH_SECRET", "LOG_LEVEL"]);
    expect(await recordSettings(other)).toEqual([]);
  });

  it("writes one row where several instances start at once", async () => {
    await recordSettings(GIVEN);
    const changed = { ...GIVEN, SIGN_UP_OPEN: "0" };
    const told = await Promise.all([1, 2, 3].map(() => recordSettings(changed)));
    expect(told.flat()).toEqual(["SIGN_UP_OPEN"]);
    expect(await rows()).toHaveLength(1);
  });

  it("keeps the old digests where the change cannot be recorded, so that the next start does", async () => {
    await recordSettings(GIVEN);
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    const changed = { ...GIVEN, SIGN_UP_OPEN: "0" };
    try {
      await expect(recordSettings(changed)).rejects.toThrow("broken");
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    }
    expect(await recordSettings(changed)).toEqual(["SIGN_UP_OPEN"]);
  });

  it("has what is stored on record, so that an edit is found, also by the next start", async () => {
    const honest = async () => expect(await findEditedSettings()).toEqual([]);
    await honest();
    await recordSettings(GIVEN);
    await honest();
    for (const SIGN_UP_OPEN of ["0", "1", "0"]) {
      await recordSettings({ ...GIVEN, SIGN_UP_OPEN });
      await honest();
    }
    await recordSettings({ ...GIVEN, SIGN_UP_OPEN: "0" });
    const noted = await db().auditEvent.findMany({ where: { action: "settings.noted" } });
    expect(noted).toHaveLength(1);
    for (const edit of [
      `UPDATE setting_digest SET digest = '\\x00' WHERE name = 'SIGN_UP_OPEN'`,
      "INSERT INTO setting_digest VALUES ('MORE', '\\x00')",
      "DELETE FROM setting_digest WHERE name = 'SIGN_UP_OPEN'",
      "DELETE FROM setting_digest",
    ]) {
      await db().$executeRawUnsafe(edit);
      expect(await findEditedSettings()).toMatchObject([{ fault: "settings-edited" }]);
    }
    await recordSettings(GIVEN);
    await honest();
    expect(await openFindings()).toMatchObject([{ fault: "settings-edited" }]);
  });

  it("notes the digests once after a start of an earlier version, which says nothing of them", async () => {
    await recordSettings(GIVEN);
    await db().auditEvent.deleteMany();
    expect(await findEditedSettings()).toEqual([]);
    expect(await recordSettings(GIVEN)).toEqual([]);
    expect(await recordSettings(GIVEN)).toEqual([]);
    const noted = await db().auditEvent.findMany({ where: { action: "settings.noted" } });
    expect(noted).toHaveLength(1);
    // An instance of an earlier version starts with other settings.
    const earlier = { target: "settings", outcome: "allowed", action: "settings.changed" };
    await db().auditEvent.create({
      data: { ...earlier, id: randomUUID(), detail: { names: ["SIGN_UP_OPEN"] } },
    });
    await db().settingDigest.deleteMany({ where: { name: "SIGN_UP_OPEN" } });
    expect(await findEditedSettings()).toEqual([]);
  });
});
