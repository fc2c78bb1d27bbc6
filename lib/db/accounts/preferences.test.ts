/** What a person has chosen: their own alone, changed in parts, and part of what they take away. */
import { describe, expect, it } from "vitest";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { exportAccount } from "./export-account.ts";
import { readPreferences, storePreferences } from "./preferences.ts";

provideTestDatabase();

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
