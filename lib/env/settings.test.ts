import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings.ts";

const NEEDED = {
  DATABASE_URL: "postgresql://127.0.0.1/halfsilver",
  BETTER_AUTH_SECRET: "s".repeat(32),
};

describe("parseSettings", () => {
  it("uses defaults for missing and empty values", () => {
    expect(parseSettings({ ...NEEDED, AGENT_MAX_ROUNDS: "" }).AGENT_MAX_ROUNDS).toBe(12);
  });

  it("names every wrong setting at once", () => {
    const wrong = { ...NEEDED, AGENT_MAX_ROUNDS: "many", BETTER_AUTH_SECRET: "short" };
    expect(() => parseSettings(wrong)).toThrowError(/BETTER_AUTH_SECRET[\s\S]*AGENT_MAX_ROUNDS/);
  });

  it("masks personal data by class, and takes no other word or country", () => {
    expect(parseSettings(NEEDED)).toMatchObject({
      PERSONAL_DATA_CARDS: "mask",
      PERSONAL_DATA_ACCOUNTS: "mask",
      PERSONAL_DATA_IDS: "mask",
      PERSONAL_DATA_EMAILS: "keep",
      PERSONAL_DATA_PHONES: "keep",
    });
    const wrong = { ...NEEDED, PERSONAL_DATA_EMAILS: "hide", PERSONAL_DATA_PHONE_REGION: "usa" };
    expect(() => parseSettings(wrong)).toThrowError(
      /PERSONAL_DATA_EMAILS[\s\S]*PERSONAL_DATA_PHONE_REGION: a country code/,
    );
  });

  it("never prints a value", () => {
    try {
      parseSettings({ ...NEEDED, BETTER_AUTH_SECRET: "hush-hush" });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain("hush-hush");
    }
  });
});
