import { describe, expect, it } from "vitest";
import type { PolicyDraft } from "../../contracts/stored-policy.ts";
import { db } from "../client.ts";
import { storePolicy } from "../testing/store-policy.ts";
import { provideTestDatabase as provideDatabase } from "../testing/turn-fixtures.ts";
import { ensureDefaultPolicies } from "./ensure-default-policies.ts";
import { forgetPolicies, loadPolicies } from "./load-policies.ts";

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
