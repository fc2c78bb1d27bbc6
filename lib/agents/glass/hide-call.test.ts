import { expect, it } from "vitest";
import { RunGlass } from "../../glass/run-glass.ts";
import { hideCall } from "./hide-call.ts";

const ARGUMENTS =
  '{"question":"which of these seven suppliers has the best offer for the new harbour"}';
const RESULT =
  "The offer of the Hansa yard is the best, by a margin of nine percent, and it is open until June.";

function passAll(policy: { hides?: readonly ("arguments" | "result")[]; riskTags?: string[] }) {
  const glass = new RunGlass("cut", "(out)", () => undefined);
  // The prompt says the same as the result.
  glass.hide("prompt", "prompt", () => [RESULT]);
  const tool = { name: "ask", policy: { writes: false, egress: false, riskTags: [], ...policy } };
  hideCall(glass, tool, { arguments: ARGUMENTS, result: RESULT });
  return [glass.pass(ARGUMENTS), glass.pass(RESULT)];
}

it("hides of a call what its tool's policy says, and no more", () => {
  const [said, found] = passAll({ hides: ["arguments", "result"] });
  expect(said).toMatch(/^.{0,2}\(out\).{0,2}$/);
  expect(found).toBe("(out).");
  expect(passAll({})).toEqual([ARGUMENTS, "(out)."]);
});

it("lets through what a result says in the words of the person's files or of the web", () => {
  expect(passAll({ riskTags: ["reads-attachments"] })).toEqual([ARGUMENTS, RESULT]);
  expect(passAll({ riskTags: ["foreign-text"] })).toEqual([ARGUMENTS, RESULT]);
  // Where a result is hidden, it opens nothing.
  expect(passAll({ riskTags: ["foreign-text"], hides: ["result"] })[1]).toBe("(out).");
});
