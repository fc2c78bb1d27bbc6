import { describe, expect, it } from "vitest";
import { AppError } from "../errors/app-error.ts";
import { serialiseError } from "./log.ts";

describe("serialiseError", () => {
  it("keeps kind, code and stack, and drops a driver's message with row values", () => {
    const driver = Object.assign(new Error("Key (email)=(canary@example.org) exists"), {
      code: "23505",
    });
    const logged = serialiseError(new AppError("internal", { cause: driver }));
    expect(logged).toMatchObject({ kind: "AppError", code: "internal", cause: { code: "23505" } });
    expect(logged.at?.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain("canary");
  });

  it("drops a message of several lines whole", () => {
    const logged = serialiseError(new Error("first canary\nsecond canary\n    at the end"));
    expect(JSON.stringify(logged)).not.toContain("canary");
  });

  it("accepts any thrown value", () => {
    expect(serialiseError("canary")).toEqual({ kind: "string" });
  });
});
