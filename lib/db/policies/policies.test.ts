import { describe, expect, it } from "vitest";
import type { PolicyDraft, PolicyTextCheck } from "../../contracts/stored-policy.ts";
import { db } from "../client.ts";
import { createPerson, provideTestDatabase as provideDatabase } from "../testing/turn-fixtures.ts";
import { ensureDefaultPolicies } from "./ensure-default-policies.ts";
import { forgetPolicies, loadPolicies } from "./load-policies.ts";
import { savePolicy } from "./save-policy.ts";

provideDatabase();

const TEXT = `forbid (principal, action == Action::"call:echo", resource);`;
const draft = (name: string, changes: object = {}) => ({
  name,
  text: TEXT,
  mode: "enforce",
  ...changes,
});
const defaultPolicy = (name: string): PolicyDraft => ({
  name,
  text: TEXT,
  mode: "enforce",
  enabled: true,
});
/** Replaces the governance room's check, which this room may not import. */
const checkText = (text: string): PolicyTextCheck =>
  text.endsWith(";") ? { ok: true, warnings: [] } : { ok: false, errors: ["unfinished"] };
const newestOf = async (name: string) =>
  (await loadPolicies()).find((policy) => policy.name === name);

describe("savePolicy", () => {
  it("writes the first version, the next, and their audit rows", async () => {
    const admin = await createPerson("admin");
    const saved = await savePolicy(admin, draft("first"), checkText);
    expect(saved).toEqual({ ok: true, name: "first", version: 1, warnings: [] });
    await savePolicy(admin, draft("first", { mode: "observe" }), checkText);
    expect(await newestOf("first")).toMatchObject({ version: 2, mode: "observe" });
    const audited = await db().auditEvent.findMany({
      where: { actorId: admin.userId },
      orderBy: { target: "asc" },
      select: { action: true, target: true, detail: true },
    });
    expect(audited).toEqual([
      {
        action: "policy.saved",
        target: "policy:first@1",
        detail: { mode: "enforce", enabled: true },
      },
      {
        action: "policy.saved",
        target: "policy:first@2",
        detail: { mode: "observe", enabled: true },
      },
    ]);
  });

  it("switches a name off with a disabled version, and on again with the next", async () => {
    const admin = await createPerson("admin");
    await savePolicy(admin, draft("switch"), checkText);
    await savePolicy(admin, draft("switch", { enabled: false }), checkText);
    expect(await newestOf("switch")).toBeUndefined();
    await savePolicy(admin, draft("switch"), checkText);
    expect(await newestOf("switch")).toMatchObject({ version: 3 });
  });

  it("gives each of several concurrent saves its own version", async () => {
    const admin = await createPerson("admin");
    const saves = Array.from({ length: 4 }, () => savePolicy(admin, draft("race"), checkText));
    const versions = (await Promise.all(saves)).map((saved) => saved.ok && saved.version);
    expect(versions.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it.each(["user", "auditor"] as const)("is refused to the role %s", async (role) => {
    const actor = await createPerson(role);
    const saving = savePolicy(actor, draft(`by-${role}`), checkText);
    await expect(saving).rejects.toMatchObject({ code: "forbidden" });
    expect(await db().policy.count({ where: { name: `by-${role}` } })).toBe(0);
  });

  it("stores no text that the engine refuses, and no draft that does not fit", async () => {
    const admin = await createPerson("admin");
    const refused = await savePolicy(admin, draft("torn", { text: "forbid" }), checkText);
    expect(refused.ok).toBe(false);
    for (const changes of [{ mode: "maybe" }, { name: "Über All" }, { text: "" }, { extra: 1 }]) {
      const saving = savePolicy(admin, draft("torn", changes), checkText);
      await expect(saving).rejects.toMatchObject({ code: "invalid" });
    }
    expect(await db().policy.count({ where: { name: "torn" } })).toBe(0);
  });
});

describe("loadPolicies", () => {
  it("gives the same array while nothing changed", async () => {
    const before = await loadPolicies();
    forgetPolicies();
    expect(await loadPolicies()).toBe(before);
    await savePolicy(await createPerson("admin"), draft("changed"), checkText);
    expect(await loadPolicies()).not.toBe(before);
  });

  it("cannot load an unknown mode, because the database refuses it", async () => {
    const id = crypto.randomUUID();
    const data = { id, name: "by-hand", version: 1, text: "forbid", mode: "sometimes" };
    await expect(db().policy.create({ data })).rejects.toThrow("policy_mode_check");
  });
});

describe("ensureDefaultPolicies", () => {
  it("writes them once, even with repeated and concurrent calls", async () => {
    const defaults = [defaultPolicy("one"), defaultPolicy("two")];
    const written = await Promise.all([
      ensureDefaultPolicies(defaults),
      ensureDefaultPolicies(defaults),
    ]);
    expect(written.flat().toSorted()).toEqual(["one@1", "two@1"]);
    expect(await ensureDefaultPolicies(defaults)).toEqual([]);
    expect(await newestOf("two")).toEqual({ name: "two", version: 1, text: TEXT, mode: "enforce" });
  });

  it("updates our own text, but not an operator's version", async () => {
    const ours = defaultPolicy("ours");
    await ensureDefaultPolicies([ours]);
    expect(await ensureDefaultPolicies([{ ...ours, mode: "observe" }])).toEqual(["ours@2"]);
    const admin = await createPerson("admin");
    await savePolicy(admin, { ...ours, enabled: false }, checkText);
    expect(await ensureDefaultPolicies([{ ...ours, text: `${TEXT} // newest` }])).toEqual([]);
    expect(await newestOf("ours")).toBeUndefined();
  });
});
