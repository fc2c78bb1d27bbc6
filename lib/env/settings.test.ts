import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { givenSettings, parseSettings } from "./settings.ts";

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

describe("givenSettings", () => {
  it("are the settings that are set, without what belongs to one process", () => {
    const environment = {
      LOG_LEVEL: "debug",
      SIGN_UP_OPEN: "",
      HOME: "/root",
      PORT: "3001",
      DATABASE_URL: "postgresql://db/halfsilver",
      HALFSILVER_INSTANCE: "a",
      HALFSILVER_ORIGIN: "http://10.0.0.11:3001",
      OPENAI_BASE_URL: "http://127.0.0.1:4711/v1",
    };
    const model = { OPENAI_BASE_URL: environment.OPENAI_BASE_URL };
    expect(givenSettings(environment)).toEqual({ LOG_LEVEL: "debug", ...model });
    const kind = { HALFSILVER_MODEL_KIND: "demo" };
    expect(givenSettings({ ...environment, ...kind })).toEqual({ LOG_LEVEL: "debug", ...kind });
  });

  it("have the content of the file of models", () => {
    const file = join(mkdtempSync(join(tmpdir(), "halfsilver-")), "models.json");
    writeFileSync(file, "{}");
    const before = givenSettings({ MODELS_FILE: file });
    writeFileSync(file, '{"connections":{}}');
    expect(givenSettings({ MODELS_FILE: file })).not.toEqual(before);
  });
});
