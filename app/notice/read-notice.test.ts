/** What a person is told of how their conversations are handled, by settings that differ. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agreeToGlass, askForGlass } from "@/lib/db/looks/glass-state.ts";
import { createPerson, provideTestDatabase } from "@/lib/db/testing/turn-fixtures.ts";
import { processSlot } from "@/lib/env/process-wide.ts";

provideTestDatabase();

const folder = mkdtempSync(join(tmpdir(), "halfsilver-notice-"));
const file = join(folder, "models.json");
afterAll(() => rmSync(folder, { recursive: true }));

const CONNECTIONS = { fast: { model: "swift-1" }, thorough: { model: "deep-9" } };

/** What a person who has chosen this model reads on a server with these choices and settings. */
async function noticeWith(
  model: string | null,
  choices: { connection: string; name: string }[],
  environment: Record<string, string> = {},
) {
  writeFileSync(file, JSON.stringify({ default: "fast", connections: CONNECTIONS, choices }));
  vi.stubEnv("MODELS_FILE", file);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  // Settings and connections are read once in a process.
  vi.resetModules();
  processSlot("model-connections").value = undefined;
  const { readNotice } = await import("./read-notice.ts");
  const notice = await readNotice(model);
  return { ...notice, all: notice.parts.map(({ text }) => text).join(" ") };
}

const OFFERED = [{ connection: "thorough", name: "Thorough" }];

describe("the notice", () => {
  beforeEach(() => {
    for (const name of ["RETENTION_MESSAGES_DAYS", "HIDDEN_STATE_TTL_DAYS"]) vi.stubEnv(name, "");
    for (const name of ["PAYLOAD_REASON", "PAYLOAD_SECOND_ADMIN", "HALFSILVER_MODEL_KIND"])
      vi.stubEnv(name, "");
    vi.stubEnv("AUDITORS_SEE_CONVERSATIONS", "");
  });

  it("names the model that answers this person, and is another one for each", async () => {
    const [none, chosen] = [await noticeWith(null, OFFERED), await noticeWith("thorough", OFFERED)];
    expect(none.summary).toContain("(swift-1)");
    expect(none.all).toContain("A language model answers: swift-1.");
    expect(chosen.summary).toContain("(deep-9)");
    expect(chosen.all).toContain("A language model answers: deep-9.");
    expect(chosen.summary + chosen.all).not.toContain("swift-1");
    expect(chosen.digest).not.toBe(none.digest);
    expect((await noticeWith("thorough", OFFERED)).digest).toBe(chosen.digest);
  });

  it("names the default where the chosen model is not offered any more", async () => {
    const withdrawn = await noticeWith("thorough", []);
    expect(withdrawn.summary).toContain("(swift-1)");
    expect(withdrawn.digest).toBe((await noticeWith(null, [])).digest);
  });

  it("says of the demo model that it is one", async () => {
    const demo = await noticeWith(null, [], { HALFSILVER_MODEL_KIND: "demo" });
    expect(demo.summary).toContain("The demo model answers; it knows little.");
    expect(demo.all).not.toContain("A language model answers");
  });

  it("says who may look and how long everything is kept, as the settings have it", async () => {
    const usual = await noticeWith(null, []);
    expect(usual.all).toContain("after typing a reason");
    expect(usual.all).toContain("they may also search what everybody said");
    expect(usual.all).not.toContain("second administrator");
    expect(usual.all).toContain("only where an administrator gives them one for review");
    expect(usual.all).toContain("Conversations: until deleted.");
    expect(usual.all).toContain("What is remembered for later turns: 30 days.");
    expect(usual.summary).toContain("It is kept until you delete it.");
    const confirmed = await noticeWith(null, [], { PAYLOAD_SECOND_ADMIN: "on" });
    expect(confirmed.all).toContain("and that a second administrator confirms");
    expect(confirmed.all).toContain("With a reason that a second administrator confirms");
    const open = await noticeWith(null, [], {
      PAYLOAD_REASON: "free",
      PAYLOAD_SECOND_ADMIN: "",
      AUDITORS_SEE_CONVERSATIONS: "always",
      RETENTION_MESSAGES_DAYS: "1",
      HIDDEN_STATE_TTL_DAYS: "0",
      RETENTION_LOG_DAYS: "90",
    });
    expect(open.all).not.toContain("reason");
    expect(open.all).toContain("Auditors may read what was said.");
    expect(open.all).toContain("Conversations: 1 day.");
    // A month goes as a whole.
    expect(open.all).toContain("The record of what was done: 121 days.");
    expect(open.all).toContain("What is remembered for later turns: until deleted.");
    expect(open.summary).toContain("It is kept for 1 day.");
    expect(open.digest).not.toBe(usual.digest);
  });

  it("says whether people are told of looks, as two admins have agreed", async () => {
    expect((await noticeWith(null, [])).summary).toContain("you can see who did");
    const [one, other] = [await createPerson("admin"), await createPerson("admin")];
    await askForGlass(one, "off", "a trial");
    expect((await noticeWith(null, [])).summary).toContain("you can see who did");
    await agreeToGlass(other);
    const dark = await noticeWith(null, []);
    expect(dark.summary).not.toContain("you can see who did");
    expect(dark.all).toContain("You are not told who looked");
  });
});
