import { describe, expect, it } from "vitest";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { checkBrief, renderBrief, reviseBrief } from "./brief.ts";
import { CONCIERGE_CONTEXT } from "./concierge-context.ts";
import { INTAKE_TOPICS, missingTopics } from "./topics.ts";

const answers = { goal: "Find dogs", audience: "Owners", platform: "iOS", timeline: "March" };
const context = { ...CONCIERGE_CONTEXT.empty, answers };
const brief = {
  title: "Dogs",
  summary: "An app",
  ...answers,
  constraints: [],
  open_points: ["budget"],
};

describe("checkBrief", () => {
  it("finds no problem in a complete brief", () => {
    expect(checkBrief(brief, context)).toEqual([]);
  });

  it.each(INTAKE_TOPICS.map(({ key, label }) => [key, label] as const))(
    "wants %s answered, and in the brief",
    (key, label) => {
      expect(checkBrief({ ...brief, [key]: "  " }, context)).toEqual([`"${label}" is empty`]);
      const { [key]: _, ...others } = answers;
      const open = { ...context, answers: others };
      expect(checkBrief(brief, open)).toEqual([`"${label}" was not answered yet`]);
    },
  );

  it("requires a title, a summary, and every known constraint", () => {
    const known = { ...context, known_constraints: ["Must run offline"] };
    expect(checkBrief({ ...brief, title: "", summary: "" }, known)).toEqual([
      "it needs a title",
      "it needs a summary",
      "a known constraint is missing",
    ]);
  });
});

describe("the document", () => {
  it('has a heading for every topic, in order, and says "None." where a list is empty', () => {
    const headings = renderBrief(brief).match(/^#+ .+$/gm);
    const topics = INTAKE_TOPICS.map(({ label }) => `## ${label}`);
    expect(headings).toEqual(["# Dogs", ...topics, "## Constraints", "## Open points"]);
    expect(renderBrief(brief)).toContain("## Constraints\n\nNone.");
    expect(renderBrief(brief)).toContain("## Open points\n\n- budget");
  });
});

it("keeps each number of its parts as it was written, also in a corrected one", () => {
  const [summary = "", goal = "", ...constraints] = twoHundredNumbers();
  const items = constraints.slice(0, 40);
  const document = renderBrief({ ...brief, summary, goal, constraints: items });
  expect(document).toContain(`# Dogs\n\n${summary}\n\n`);
  for (const number of items) expect(document.split("\n")).toContain(`- ${number}`);
  for (const value of twoHundredNumbers()) {
    const section = reviseBrief(document, { kind: "section", key: "goal" }, value);
    expect(section).toBe(document.replace(`\n\n${goal}\n\n`, () => `\n\n${value}\n\n`));
    const [old = ""] = items;
    const part = { kind: "constraint", old, index: 0 } as const;
    expect(reviseBrief(document, part, value).split("\n")).toContain(`- ${value}`);
  }
});

describe("the topics", () => {
  it("are missing until they have an answer that is not blank", () => {
    const missing = missingTopics({ goal: "Find dogs", audience: "  " });
    expect(missing.map(({ key }) => key)).toEqual(["audience", "platform", "timeline"]);
  });
});

describe("a corrected brief", () => {
  const document = [
    "# Dogs\n\nAn app\n",
    "## Goal\n\nFind dogs\n",
    "## Who it is for\n\nOwners\n",
    "## Constraints\n\n- Must use React Native\n- Offline\n",
    "## Open points\n\nNone.\n",
    "",
  ].join("\n");

  it("has the new value in the place of the old one, and everything else as it was", () => {
    const section = reviseBrief(document, { kind: "section", key: "goal" }, "Find cats");
    expect(section).toBe(document.replace("Find dogs", "Find cats"));
    const constraint = { kind: "constraint", old: "Offline", index: 0 } as const;
    expect(reviseBrief(document, constraint, "Online")).toBe(
      document.replace("- Offline", "- Online"),
    );
    expect(reviseBrief(document, { kind: "summary" }, "A site")).toBe(
      document.replace("An app", "A site"),
    );
  });

  it("stays as it is where it has no such part", () => {
    expect(reviseBrief(document, { kind: "section", key: "mood" }, "x")).toBe(document);
  });
});
