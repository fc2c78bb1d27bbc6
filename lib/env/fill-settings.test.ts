import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings.ts";

const SECRET = "a secret of at least thirty-two characters";
const GIVEN = { DATABASE_URL: "postgresql://127.0.0.1/x", BETTER_AUTH_SECRET: SECRET };

describe("settings that follow from others", () => {
  it("default to the service on this server", () => {
    expect(parseSettings(GIVEN).UMS_BASE_URL).toBe("http://127.0.0.1:3000/api/ums");
    expect(parseSettings({ ...GIVEN, PORT: "4711" }).UMS_BASE_URL).toBe(
      "http://127.0.0.1:4711/api/ums",
    );
    const behind = parseSettings({ ...GIVEN, HALFSILVER_ORIGIN: "https://chat.example" });
    expect(behind.UMS_BASE_URL).toBe("https://chat.example/api/ums");
  });

  it("are not changed if they are given", () => {
    const given = {
      ...GIVEN,
      UMS_BASE_URL: "https://people.example/v1",
      UMS_SERVICE_KEY: "k".repeat(32),
      AGENT_STATE_KEY: "s".repeat(32),
    };
    expect(parseSettings(given)).toMatchObject(given);
  });

  it("derive two unrelated keys, the same ones from the same secret", () => {
    const { UMS_SERVICE_KEY, AGENT_STATE_KEY } = parseSettings(GIVEN);
    const again = parseSettings(GIVEN);
    const other = parseSettings({ ...GIVEN, BETTER_AUTH_SECRET: `another ${SECRET}` });
    expect(UMS_SERVICE_KEY).toHaveLength(43);
    expect(UMS_SERVICE_KEY).not.toBe(AGENT_STATE_KEY);
    expect([again.UMS_SERVICE_KEY, again.AGENT_STATE_KEY]).toEqual([
      UMS_SERVICE_KEY,
      AGENT_STATE_KEY,
    ]);
    expect(other.UMS_SERVICE_KEY).not.toBe(UMS_SERVICE_KEY);
    expect(other.AGENT_STATE_KEY).not.toBe(AGENT_STATE_KEY);
  });
});
