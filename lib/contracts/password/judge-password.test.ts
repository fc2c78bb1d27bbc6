import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../limits.ts";
import { judgePassword, loadCommonPasswords } from "./judge-password.ts";

const ADA = { email: "ada.lovelace@example.org", name: "Ada Lovelace" };
const judged = async (password: string, owner = ADA) => {
  const judgement = judgePassword(password, owner, await loadCommonPasswords());
  return judgement.ok ? judgement.strength : judgement.fault;
};

describe("judgePassword", () => {
  it.each([
    ["short", "short"],
    ["password", "common"],
    ["Password", "common"],
    ["Password1!", "common"],
    ["12345678", "common"],
    ["qwertyuiop", "common"],
    [ADA.email, "personal"],
    ["Ada.Lovelace", "personal"],
    ["ada lovelace", "personal"],
    ["AdaLovelace1815", "personal"],
    ["example.org", "personal"],
    ["halfsilver1", "personal"],
    ["aaaabbbbaaaabbbb", "simple"],
    ["hijklmnop", "simple"],
    ["long".repeat(PASSWORD_MAX_CHARS), "long"],
    ["xk7 plover", "fair"],
    ["violet plover", "good"],
    ["violet plover sings at noon", "strong"],
  ])("calls %j %s", async (password, expected) => {
    expect(await judged(password)).toBe(expected);
  });

  it("lets a short name occur by chance", async () => {
    expect(await judged("ab violet plover", { email: "ab@x.org", name: "Ab" })).toBe("strong");
  });

  it("is the same with the list still on its way, but for what is common", () => {
    expect(judgePassword("password", {}, null)).toEqual({ ok: true, strength: "fair" });
    expect(judgePassword(ADA.email, ADA, null)).toEqual({ ok: false, fault: "personal" });
  });

  it("never accepts what is too short, and never the person's own address", async () => {
    const common = await loadCommonPasswords();
    fc.assert(
      fc.property(
        fc.string({ maxLength: PASSWORD_MIN_CHARS - 1 }),
        fc.emailAddress(),
        (text, email) => {
          expect(judgePassword(text, { email }, common).ok).toBe(false);
          expect(judgePassword(email.toUpperCase(), { email }, common).ok).toBe(false);
        },
      ),
    );
  });
});
