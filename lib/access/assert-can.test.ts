import { describe, expect, it } from "vitest";
import { AppError } from "../errors/app-error.ts";
import { Role } from "./actor.ts";
import { assertCan, can } from "./assert-can.ts";
import { ROLE_PERMISSIONS } from "./permissions.ts";

const permissions = [...new Set(Object.values(ROLE_PERMISSIONS).flat())];

describe("assertCan", () => {
  it.each(
    Role.options.flatMap((role) => permissions.map((permission) => [role, permission] as const)),
  )("%s and %s", (role, permission) => {
    const actor = { userId: "someone", role };
    const allowed = ROLE_PERMISSIONS[role].includes(permission);
    expect(can(actor, permission)).toBe(allowed);
    if (allowed) expect(() => assertCan(actor, permission)).not.toThrow();
    else expect(() => assertCan(actor, permission)).toThrowError(AppError);
  });

  it("reads as not there from outside", () => {
    expect(new AppError("forbidden").httpStatus).toBe(404);
    expect(new AppError("forbidden").personText).toBe(new AppError("not-found").personText);
  });

  it("keeps hidden state from people who chat", () => {
    expect(can({ userId: "someone", role: "user" }, "state:inspect")).toBe(false);
  });
});
