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

  it("never prints a value", () => {
    try {
      parseSettings({ ...NEEDED, BETTER_AUTH_SECRET: "hush-hush" });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain("hush-hush");
    }
  });
});
