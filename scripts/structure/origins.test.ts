/** Policies trust words of the deployment and of the person, so only the listed places may give these origins. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "./list-files.ts";
import { isNode, type Node, parseSource, readSource, type Source, walk } from "./parse-source.ts";

const TRUSTED = new Set(["deployment", "person"]);

/** Each with the words that it gives the origin to. */
const GIVEN: Record<string, string> = {
  "lib/agents/memory/context-memory.ts deployment": "a context state that is still empty",
  "lib/agents/shared-segments.ts deployment":
    "numbers of this run, and the order to continue an answer",
  "lib/agents/system-prompt.ts deployment": "an agent's instructions",
  "lib/coordinator/execute/compose-answer.ts deployment": "instructions to compose an answer",
  "lib/coordinator/name-conversation.ts deployment": "instructions to name a conversation",
  "lib/coordinator/plan/ask-for-plan.ts deployment": "what was wrong with a plan",
  "lib/coordinator/plan/plan-turn.ts deployment": "instructions to plan",
  "lib/coordinator/plan/revise-plan.ts deployment": "instructions to plan the rest",
  "lib/db/conversations/correct-fact.ts person": "a fact that the person corrected",
  "lib/db/turns/own-instructions.ts person": "instructions that have the MAC of their person",
  "lib/judge/judge-prompt.ts deployment":
    "what the model judge is asked: the frame, and an admin's words about wrong answers",
  "lib/prompt/assemble-prompt.ts deployment": "tools that are offered",
  "lib/prompt/opening-segments.ts deployment": "the language of the answer",
  "lib/ums/turn/loop-until-settled.ts person":
    "instructions that the caller sent, where it says that none of its words are nobody's",
};

/** @returns the trusted origins that a file gives to a property, variable or parameter named `origin` or `origins` */
function givenIn({ body }: Source): string[] {
  const found = new Set<string>();
  const collect = (value: unknown) => {
    if (!isNode(value)) return;
    if (value.type === "Literal" && TRUSTED.has(String(value.value)))
      found.add(String(value.value));
    if (value.type === "ArrayExpression") for (const one of value.elements as Node[]) collect(one);
    if (value.type === "ConditionalExpression") {
      collect(value.consequent);
      collect(value.alternate);
    }
    if (value.type === "LogicalExpression") {
      collect(value.left);
      collect(value.right);
    }
    if (value.type.startsWith("TS") || value.type === "ParenthesizedExpression")
      collect(value.expression);
  };
  for (const node of body)
    walk(node, (one) => {
      const [name, value] =
        one.type === "Property"
          ? [one.key, one.value]
          : one.type === "VariableDeclarator"
            ? [one.id, one.init]
            : one.type === "AssignmentPattern" || one.type === "AssignmentExpression"
              ? [one.left, one.right]
              : [null, null];
      if (isNode(name) && /origins?$/i.test(nameOf(name))) collect(value);
    });
  return [...found].toSorted();
}

function nameOf(node: Node): string {
  return node.type === "MemberExpression"
    ? nameOf(node.property as Node)
    : String(node.name ?? node.value);
}

describe("a trusted origin", () => {
  it("is given by the listed places alone", () => {
    const found = listSourceFiles()
      .filter((path) => /^(?:app|lib)\//.test(path) && !isTest(path) && !path.includes("/testing/"))
      .flatMap((path) => givenIn(readSource(path)).map((origin) => `${path} ${origin}`));
    expect(found.toSorted()).toEqual(Object.keys(GIVEN).toSorted());
  });

  it.each([
    ['makeSegment({ origin: "person", messages })', ["person"]],
    ['const origins = [UNKNOWN, "deployment"];', ["deployment"]],
    ['f({ origin: isOwn ? "person" : UNKNOWN })', ["person"]],
    ['f({ inputOrigin: given ?? "person" })', ["person"]],
    ['function f({ origin = "person" }) {}', ["person"]],
    ['entry.origin = "person" as Origin;', ["person"]],
    ['f({ origin: "model", role: "person" })', []],
    ['if (origin === "person") f();', []],
  ])("is given by %s", (text, given) => {
    expect(givenIn(parseSource("lib/a.ts", text))).toEqual(given);
  });
});
