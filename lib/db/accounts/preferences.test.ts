/** What a person has chosen: their own alone, changed in parts, and part of what they take away. */
import { describe, expect, it } from "vitest";
import { db } from "../client.ts";
import { changeRowKeys } from "../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { judgeInstructions, signInstructions } from "../turns/own-instructions.ts";
import { exportAccount } from "./export-account.ts";
import { readPreferences, storePreferences } from "./preferences.ts";

changeRowKeys(1);
provideTestDatabase();

/** What was found is on record: nothing goes on after its test. */
const expectFound = (findings: number) =>
  expect
    .poll(() => db().auditEvent.count({ where: { action: "trail.found" } }))
    .toBeGreaterThanOrEqual(findings);

describe("preferences", () => {
  it("are empty at first, changed in parts, and nobody else's", async () => {
    const [actor, other] = [await createPerson(), await createPerson()];
    expect(await readPreferences(actor)).toEqual({
      instructions: "",
      model: null,
      noticeSeen: null,
      look: {},
    });
    await storePreferences(actor, { instructions: "Be brief." });
    await storePreferences(actor, { model: "cloud" });
    const chosen = { instructions: "Be brief.", model: "cloud", noticeSeen: null, look: {} };
    expect(await readPreferences(actor)).toEqual(chosen);
    await storePreferences(other, { instructions: "Be long." });
    expect(await readPreferences(actor)).toEqual(chosen);
  });

  it("keep each choice of the look that a change does not name", async () => {
    const actor = await createPerson();
    await storePreferences(actor, { look: { theme: "dark", sendKey: "chord" } });
    await storePreferences(actor, { look: { textSize: "large" } });
    await storePreferences(actor, { look: { theme: "system" } });
    expect((await readPreferences(actor)).look).toEqual({
      theme: "system",
      sendKey: "chord",
      textSize: "large",
    });
  });

  it("are in the archive of their person", async () => {
    const actor = await createPerson();
    await storePreferences(actor, { instructions: "Sag Moin.", model: null });
    const files = new Map<string, string>();
    for await (const { path, pieces } of exportAccount(actor)) {
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) parts.push(piece);
      files.set(path, Buffer.concat(parts).toString());
    }
    expect(JSON.parse(files.get("settings.json") ?? "")).toEqual({
      instructions: "Sag Moin.",
      model: null,
      look: {},
    });
    expect(JSON.parse(files.get("feedback.json") ?? "")).toEqual([]);
  });
});

it("own instructions are signed anew after a change of the key, so that the earlier one can go; none that was forged", async () => {
  const [own, forged] = [await createPerson(), await createPerson()];
  for (const actor of [own, forged]) await storePreferences(actor, { instructions: "Be brief." });
  expect(await signInstructions()).toBe(true);
  await db().preference.update({
    where: { userId: forged.userId },
    data: { instructions: "Be long." },
  });
  changeRowKeys(2, 1);
  expect(await signInstructions()).toBe(true);
  changeRowKeys(2);
  const judged = async ({ userId }: typeof own) => {
    const stored = await db().preference.findUniqueOrThrow({ where: { userId } });
    return judgeInstructions({ ...stored, mac: stored.instructionsMac });
  };
  expect(await judged(own)).toEqual({ instructions: "Be brief.", origin: "person" });
  expect(await judged(forged)).toMatchObject({ instructions: "" });
  await expectFound(1);
});
