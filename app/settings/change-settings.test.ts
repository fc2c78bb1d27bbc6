/** What a person changes in their settings: only what is offered and allowed, only their own, and nothing beside it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { INSTRUCTIONS_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { readPreferences, storePreferences } from "@/lib/db/accounts/preferences.ts";
import { createPerson, provideTestDatabase } from "@/lib/db/testing/turn-fixtures.ts";
import * as text from "@/lib/messages/settings.ts";
import { chooseModel, markNoticeSeen, saveInstructions, saveLook } from "./actions.ts";

/** Who is signed in. There is no request here, so its session and the pages that it refreshes are replaced. */
let signedIn: Actor | null = null;
vi.mock("@/lib/auth/session/get-actor.ts", () => ({ getActor: async () => signedIn }));
vi.mock("next/cache", () => ({ revalidatePath: () => undefined }));

provideTestDatabase();

const folder = mkdtempSync(join(tmpdir(), "halfsilver-choices-"));
writeFileSync(
  join(folder, "models.json"),
  JSON.stringify({
    default: "fast",
    connections: { fast: { model: "m" }, thorough: { model: "n" }, hidden: { model: "o" } },
    choices: [{ connection: "thorough", name: "Thorough" }],
  }),
);
vi.stubEnv("MODELS_FILE", join(folder, "models.json"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEPT = { instructions: "Be brief.", model: "thorough", noticeSeen: "a".repeat(64), look: {} };

let person: Actor;
beforeEach(async () => {
  person = await createPerson();
  signedIn = person;
  await storePreferences(person, KEPT);
});

const TOO_LONG = text.instructionsTooLong({ max: INSTRUCTIONS_MAX_CHARS.toLocaleString("en") });

describe("settings", () => {
  it("are changed one at a time, and the others stay", async () => {
    expect(await saveInstructions({ instructions: "  Be long.\n" })).toMatchObject({ ok: true });
    expect(await readPreferences(person)).toEqual({ ...KEPT, instructions: "Be long." });
    expect(await chooseModel({ model: null })).toMatchObject({ ok: true });
    expect(await readPreferences(person)).toMatchObject({ instructions: "Be long.", model: null });
    expect(await chooseModel({ model: "thorough" })).toMatchObject({ ok: true });
    expect(await markNoticeSeen({ digest: "b".repeat(64) })).toMatchObject({ ok: true });
    const noticeSeen = "b".repeat(64);
    expect(await readPreferences(person)).toEqual({
      ...KEPT,
      instructions: "Be long.",
      noticeSeen,
    });
    expect(await saveLook({ theme: "dark" })).toMatchObject({ ok: true });
    expect(await readPreferences(person)).toMatchObject({ look: { theme: "dark" }, noticeSeen });
    expect(await saveInstructions({ instructions: "" })).toMatchObject({ ok: true });
    expect(await readPreferences(person)).toMatchObject({ instructions: "", model: "thorough" });
  });

  it.each([
    ["too long", saveInstructions, { instructions: "a".repeat(8_001) }, TOO_LONG],
    ["no text", saveInstructions, { instructions: 7 }, text.notSaved()],
    ["nothing", saveInstructions, undefined, text.notSaved()],
    ["another field", saveInstructions, { instructions: "x", model: null }, text.notSaved()],
    ["a connection that is not offered", chooseModel, { model: "hidden" }, text.modelGone()],
    ["the default, which is not offered by name", chooseModel, { model: "fast" }, text.modelGone()],
    ["an unknown model", chooseModel, { model: "gpt" }, text.modelGone()],
    ["an empty model", chooseModel, { model: "" }, text.modelGone()],
    ["no model", chooseModel, {}, text.modelGone()],
    ["a digest of another length", markNoticeSeen, { digest: "abc" }, text.notSaved()],
    ["an unknown theme", saveLook, { theme: "blue" }, text.notSaved()],
    ["a look of more", saveLook, { theme: "dark", font: "x" }, text.notSaved()],
    ["somebody to change", chooseModel, { model: null, userId: "somebody" }, text.modelGone()],
  ])("are not changed by %s", async (_what, change, input, message) => {
    expect(await change(input)).toEqual({ ok: false, message });
    expect(await readPreferences(person)).toEqual(KEPT);
  });

  it("are those of who is signed in, and of nobody else", async () => {
    const other = await createPerson();
    signedIn = other;
    expect(await saveInstructions({ instructions: "Mine." })).toMatchObject({ ok: true });
    expect(await readPreferences(other)).toMatchObject({ instructions: "Mine.", model: null });
    expect(await readPreferences(person)).toEqual(KEPT);
    signedIn = null;
    const refused = { ok: false, message: text.signedOut() };
    expect(await saveInstructions({ instructions: "Nobody's." })).toEqual(refused);
    expect(await chooseModel({ model: null })).toEqual(refused);
    expect(await readPreferences(person)).toEqual(KEPT);
  });

  it("that cannot be stored say so", async () => {
    signedIn = { userId: "of-nobody", role: "user" };
    expect(await saveInstructions({ instructions: "Lost." })).toEqual({
      ok: false,
      message: text.notSaved(),
    });
  });
});
