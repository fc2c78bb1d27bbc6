import { v7 as timeOrderedId } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetSettings } from "../env/settings.ts";
import { datedPrompt, undated } from "./dated-prompt.ts";

/** Of a run that began then. */
const runAt = (time: string) => timeOrderedId({ msecs: Date.parse(time) });

const inZone = (name: string) => {
  vi.stubEnv("TIME_ZONE", name);
  forgetSettings();
};

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("BETTER_AUTH_SECRET", "a secret of at least thirty-two characters");
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  forgetSettings();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

describe("datedPrompt", () => {
  it("says the day on which the run began, whenever the prompt is made", () => {
    expect(datedPrompt("Be brief.", runAt("2026-12-31T23:30:00Z"))).toBe(
      "Be brief.\n\nToday is Thursday, 31 December 2026 (UTC).",
    );
  });

  it("says it in the deployment's time zone", () => {
    inZone("Pacific/Kiritimati");
    expect(datedPrompt("Be brief.", runAt("2026-12-31T23:30:00Z"))).toBe(
      "Be brief.\n\nToday is Friday, 1 January 2027 (Pacific/Kiritimati).",
    );
  });

  it.each(["Mars/Olympus", "UTC; DROP"])("refuses %o as a time zone, by name", (name) => {
    inZone(name);
    expect(() => datedPrompt("Be brief.", runAt("2026-12-31T23:30:00Z"))).toThrow(
      /TIME_ZONE.*a time zone, such as Europe\/Berlin/s,
    );
  });

  it("is the prompt again without its day, and nothing else is taken away", () => {
    for (const prompt of ["Be brief.", "", "Today is fine.\n\nToday is ours."])
      expect(undated(datedPrompt(prompt, runAt("2026-02-03T04:05:06Z")))).toBe(prompt);
    expect(undated("Be brief.\nToday is Monday.")).toBe("Be brief.\nToday is Monday.");
  });
});
