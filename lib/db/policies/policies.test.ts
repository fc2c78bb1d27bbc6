import { afterEach, describe, expect, it, vi } from "vitest";
import type { PolicyDraft } from "../../contracts/stored-policy.ts";
import { db } from "../client.ts";
import { storePolicy } from "../testing/store-policy.ts";
import { provideTestDatabase as provideDatabase } from "../testing/turn-fixtures.ts";
import { ensureDefaultPolicies } from "./ensure-default-policies.ts";
import { forgetPolicies, loadPolicies, policiesNow, readyPolicies } from "./load-policies.ts";

provideDatabase();

const TEXT = `forbid (principal, action == Action::"call:echo", resource);`;
const draft = (name: string): PolicyDraft => ({ name, text: TEXT, mode: "enforce", enabled: true });
const newestOf = async (name: string) =>
  (await loadPolicies()).find((policy) => policy.name === name);

describe("loadPolicies", () => {
  it("gives the same array while nothing changed", async () => {
    const before = await loadPolicies();
    forgetPolicies();
    expect(await loadPolicies()).toBe(before);
    await storePolicy(draft("changed"));
    expect(await loadPolicies()).not.toBe(before);
  });

  it("gives the newest version of a name, and none while that version is disabled", async () => {
    await storePolicy(draft("switch"));
    await storePolicy({ ...draft("switch"), enabled: false });
    expect(await newestOf("switch")).toBeUndefined();
    await storePolicy({ ...draft("switch"), mode: "observe" });
    expect(await newestOf("switch")).toMatchObject({ version: 3, mode: "observe" });
  });

  it("cannot load an unknown mode, because the database refuses it", async () => {
    const id = crypto.randomUUID();
    const data = { id, name: "by-hand", version: 1, text: "forbid", mode: "sometimes" };
    await expect(db().policy.create({ data })).rejects.toThrow("policy_mode_check");
  });
});

/** As an operator writes it: no process is told. */
const insert = (name: string) =>
  db().$executeRaw`INSERT INTO policy (id, name, version, text, mode, enabled)
    VALUES (gen_random_uuid(), ${name}, 1, ${TEXT}, 'enforce', true)`;

/** This process looks again after a pause of so many milliseconds. */
function pause(ms: number): void {
  const now = performance.now() + ms;
  vi.spyOn(performance, "now").mockImplementation(() => now);
}

describe("a policy of somebody else", () => {
  // What was read in the future would be fresh for long.
  afterEach(() => {
    vi.restoreAllMocks();
    forgetPolicies();
  });

  it.each([
    ["two seconds", 2_000],
    ["four seconds", 4_000],
    ["an hour", 3_600_000],
  ])("is in force %s later, whether or not anybody asked meanwhile", async (name, ms) => {
    await loadPolicies();
    await insert(`idle ${name}`);
    pause(ms);
    expect(await newestOf(`idle ${name}`)).toBeDefined();
  });

  it("is in force for what decides without waiting, once it was made ready", async () => {
    await loadPolicies();
    await insert("at once");
    pause(2_001);
    expect(policiesNow()).toBeNull();
    await readyPolicies();
    expect(policiesNow()?.some(({ name }) => name === "at once")).toBe(true);
  });

  it("decides nothing where it cannot be read: nothing older is taken for it", async () => {
    await loadPolicies();
    await db().$executeRaw`ALTER TABLE policy RENAME TO policy_away`;
    try {
      pause(2_001);
      await readyPolicies();
      expect(policiesNow()).toBeNull();
      await expect(loadPolicies()).rejects.toThrow();
    } finally {
      await db().$executeRaw`ALTER TABLE policy_away RENAME TO policy`;
    }
    expect(await loadPolicies()).not.toEqual([]);
  });
});

describe("ensureDefaultPolicies", () => {
  it("writes them once, even with repeated and concurrent calls", async () => {
    const defaults = [draft("one"), draft("two")];
    const written = await Promise.all([
      ensureDefaultPolicies(defaults),
      ensureDefaultPolicies(defaults),
    ]);
    expect(written.flat().toSorted()).toEqual(["one@1", "two@1"]);
    expect(await ensureDefaultPolicies(defaults)).toEqual([]);
    expect(await newestOf("two")).toEqual({ name: "two", version: 1, text: TEXT, mode: "enforce" });
  });

  it("updates our own text, but not an operator's version", async () => {
    const ours = draft("ours");
    await ensureDefaultPolicies([ours]);
    expect(await ensureDefaultPolicies([{ ...ours, mode: "observe" }])).toEqual(["ours@2"]);
    await storePolicy({ ...ours, enabled: false });
    expect(await ensureDefaultPolicies([{ ...ours, text: `${TEXT} // newest` }])).toEqual([]);
    expect(await newestOf("ours")).toBeUndefined();
  });
});

describe("a changed policy", () => {
  const rowsOf = (name: string) =>
    db().auditEvent.findMany({
      where: { action: "policy.changed", detail: { path: ["name"], equals: name } },
      orderBy: { at: "asc" },
    });

  it("of ours is on record with the version that a start writes", async () => {
    const ours = draft("recorded");
    await ensureDefaultPolicies([ours]);
    await ensureDefaultPolicies([ours]);
    await ensureDefaultPolicies([{ ...ours, mode: "observe" }]);
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await rowsOf("recorded")).toMatchObject([
      { actorId: null, target: "policies", detail: { name: "recorded", version: 1, sha256 } },
      { actorId: null, detail: { name: "recorded", version: 2, sha256 } },
    ]);
  });

  it("of an operator is on record under their name before it is in force, once", async () => {
    await storePolicy(draft("by-operator"));
    await Promise.all([loadPolicies(), loadPolicies()]);
    const { createdBy } = await db().policy.findFirstOrThrow({ where: { name: "by-operator" } });
    expect(await rowsOf("by-operator")).toMatchObject([
      { actorId: createdBy, detail: { version: 1 } },
    ]);
  });

  it("is noticed where its text was rewritten in place, or all versions were deleted", async () => {
    const where = { name: "tampered" };
    await storePolicy(draft("tampered"));
    await loadPolicies();
    await db().policy.updateMany({ where, data: { text: `${TEXT} // not what was reviewed` } });
    forgetPolicies();
    await loadPolicies();
    await db().policy.deleteMany({ where });
    forgetPolicies();
    await loadPolicies();
    const rows = await rowsOf("tampered");
    const digests = rows.map(({ detail }) => (detail as { sha256: string | null }).sha256);
    expect(new Set(digests).size).toBe(3);
    expect(digests.at(-1)).toBeNull();
  });

  it("is not in force where it cannot be recorded", async () => {
    await storePolicy(draft("unrecorded"));
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    try {
      await expect(loadPolicies()).rejects.toThrow("broken");
      await expect(ensureDefaultPolicies([draft("never")])).rejects.toThrow("broken");
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    }
    expect(await db().policy.count({ where: { name: "never" } })).toBe(0);
    expect(await newestOf("unrecorded")).toBeDefined();
    expect(await rowsOf("unrecorded")).toHaveLength(1);
  });
});
