import { describe, expect, it } from "vitest";
import { safeReturnPath, signInPath } from "./return-path.ts";

describe("safeReturnPath", () => {
  it.each(["/", "/c/1?x=2#y", "/admin/runs", "/sign-inside"])("keeps %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    "",
    "c/1",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/sign-in",
    "/sign-in?to=/c/1",
    "/api/auth/sign-out",
  ])("turns %j into home", (path) => {
    expect(safeReturnPath(path)).toBe("/");
  });
});

describe("signInPath", () => {
  it("contains the path to return to", () => {
    expect(signInPath("/c/1?a=b&c")).toBe("/sign-in?to=%2Fc%2F1%3Fa%3Db%26c");
  });

  it("is plain for home", () => {
    expect(signInPath("/")).toBe("/sign-in");
  });
});
