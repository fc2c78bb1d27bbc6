import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TITLE_MAX_CHARS } from "../../contracts/limits.ts";
import { cleanTitle } from "../name-conversation.ts";

const HIDDEN = ["python_interpreter", "web_search", "concierge", "Planning desk", "coordinator"];
const clean = (proposal: string, visible = "") =>
  cleanTitle(proposal, { hiddenNames: HIDDEN, visible });

describe("a proposed title", () => {
  it.each([
    ["plain words", "Fibonacci numbers", "Fibonacci numbers"],
    ["the first line with words", "\n***\n\nSummer plans\nand more", "Summer plans"],
    ["quotation marks and a full stop", '"A trip to Rome."', "A trip to Rome"],
    ["the quotation marks of other languages", "«Поездка в Рим»", "Поездка в Рим"],
    ["a label", "Title: **A trip** to `Rome`", "A trip to Rome"],
    ["a heading and a link", "## [A trip](javascript:alert`1`) to Rome", "A trip to Rome"],
    ["tags", "<b>A trip</b><script>x</script> to Rome", "A trip x to Rome"],
    ["a code fence", "```text\nA trip\n```", "A trip"],
    ["what turns the direction of text", "A \u202eetirw\u202c trip\u200b", "A etirw trip"],
    ["control characters", "A\u0007 trip\u001b[0m", "A trip[0m"],
    ["Arabic as it is", "رحلة إلى روما", "رحلة إلى روما"],
    ["the name of a list", "- 1st thing", "1st thing"],
  ])("%s", (_, proposal, title) => expect(clean(proposal)).toEqual({ ok: true, title }));

  it.each([
    ["nothing", " \n ", "no-words"],
    ["no words", "***", "no-words"],
    ["an answer instead of a title", "word ".repeat(60), "too-long"],
    ["a tool's name", "Using python_interpreter", "hidden-name"],
    ["a tool's name in words", "A Web Search for lighthouses", "hidden-name"],
    ["an agent's name", "Concierge: a brief", "hidden-name"],
    ["an agent's name of two words", "The planning desk", "hidden-name"],
    ["any identifier that nobody wrote", "Results of list_users", "hidden-name"],
    ["an identifier in the other form", "Results of listUsers", "hidden-name"],
  ])("of %s is refused", (_, proposal, reason) =>
    expect(clean(proposal)).toEqual({ ok: false, reason }),
  );

  it("may hold a name that the person has seen", () => {
    const visible = "What is a web search? And my_variable?";
    expect(clean("A web search", visible)).toEqual({ ok: true, title: "A web search" });
    expect(clean("About my_variable", visible)).toEqual({ ok: true, title: "About my_variable" });
    expect(clean("About web_search", visible).ok).toBe(false);
  });

  it("is always one bounded line of visible characters that names nothing hidden", () => {
    const odd = ["\n", "\r", "\u2028", "\u202e", "\u200b", "\0", "`", "**", "<x>", "# ", "_", "🙂"];
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...odd, ...HIDDEN), fc.string({ maxLength: 8 })))
      .map((parts) => parts.join(" "));
    fc.assert(
      fc.property(texts, (text) => {
        const made = clean(text);
        if (!made.ok) return;
        expect(made.title).not.toMatch(/[\n\r\p{Cc}\p{Cf}`]/u);
        expect([...made.title].length).toBeLessThanOrEqual(TITLE_MAX_CHARS);
        expect(made.title.trim()).not.toBe("");
        for (const name of HIDDEN) expect(made.title).not.toContain(name);
      }),
    );
  });
});
