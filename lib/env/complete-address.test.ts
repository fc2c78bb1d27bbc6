import { expect, it } from "vitest";
import { completeAddress } from "./complete-address.ts";
import { parseSettings } from "./settings.ts";

it.each([
  ["localhost:11434/v1", "http://localhost:11434/v1"],
  ["127.0.0.1:8000", "http://127.0.0.1:8000"],
  ["192.168.1.20:1234/v1", "http://192.168.1.20:1234/v1"],
  ["[::1]:8080/v1", "http://[::1]:8080/v1"],
  ["ollama:11434/v1", "http://ollama:11434/v1"],
  ["models.local/v1", "http://models.local/v1"],
  ["openrouter.ai/api/v1", "https://openrouter.ai/api/v1"],
  ["8.8.8.8/v1", "https://8.8.8.8/v1"],
  ["http://openrouter.ai/api/v1", "http://openrouter.ai/api/v1"],
])("%s is %s", (given, complete) => expect(completeAddress(given)).toBe(complete));

it("the setting may lack its scheme, and must be an address", () => {
  const given = {
    DATABASE_URL: "postgresql://127.0.0.1/x",
    BETTER_AUTH_SECRET: "s".repeat(32),
    OPENAI_BASE_URL: "localhost:11434/v1",
  };
  expect(parseSettings(given).OPENAI_BASE_URL).toBe("http://localhost:11434/v1");
  const read = () => parseSettings({ ...given, OPENAI_BASE_URL: "ftp://models/v1" });
  expect(read).toThrow("OPENAI_BASE_URL");
});
