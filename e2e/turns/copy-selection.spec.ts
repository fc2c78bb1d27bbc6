/** What is selected in a conversation is copied as what is seen, by the browser's own key. */
import type { Page } from "@playwright/test";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { seedTalk } from "../fixtures/people/seed-talk.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const CODE = Array.from({ length: 60 }, (_, line) => `let line_${line} = ${line};`).join("\n");
const CONTENTS = [
  "First **question**\nin two lines?",
  [
    "Read the [Docs](https://example.org/docs?a=1&b=2) of it [1].",
    "So $a^2+b$ holds, and $c_1$ too.",
    "$$\\frac{x}{2}$$",
    "| Item | Q1 | Q2 |\n| - | - | - |\n| Rent | 100 | |\n| Food | | 55 |",
    `\`\`\`js\n${CODE}\n\`\`\``,
    "- one\n- two\n\nThe end.",
  ].join("\n\n"),
  "Second question?",
  "Second answer.",
];

type Spot = { selector: string; text: string; at?: "end" };

/** Selects from the beginning of one text to the end of another, as a drag does. */
function select(page: Page, from: Spot, to: Spot): Promise<void> {
  return page.evaluate(
    ([start, end]) => {
      const find = ({ selector, text }: { selector: string; text: string }) => {
        for (const root of document.querySelectorAll(selector)) {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.textContent?.indexOf(text) ?? -1;
            if (at >= 0) return { node, at };
          }
        }
        throw new Error(`No ${text} in ${selector}`);
      };
      const [one, other] = [find(start), find(end)];
      getSelection()?.setBaseAndExtent(one.node, one.at, other.node, other.at + end.text.length);
    },
    [from, to] as const,
  );
}

async function copy(page: Page): Promise<{ plain: string; html: string }> {
  await page.evaluate(() => navigator.clipboard.writeText("nothing"));
  await page.keyboard.press("ControlOrMeta+c");
  const read = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const textOf = async (type: string) =>
        item?.types.includes(type) ? (await item.getType(type)).text() : "";
      return { plain: await textOf("text/plain"), html: await textOf("text/html") };
    });
  let copied = { plain: "nothing", html: "" };
  const look = async () => {
    // What is written while it is read makes a read fail.
    copied = await read().catch(() => copied);
    return copied.plain;
  };
  await expect.poll(look).not.toBe("nothing");
  return copied;
}

test("a selection is copied as what is seen, as text and as HTML", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { email } = await joinAsNewPerson(page);
  const talk = await seedTalk(email, "Copied talk", CONTENTS);
  const sources = [{ kind: "page", number: 1, title: "A page", address: "https://example.org/" }];
  await sql("UPDATE message SET sources = $2 WHERE id = $1", [
    talk.messageIds[1],
    JSON.stringify(sources),
  ]);
  await page.goto(`/c/${talk.id}`);
  const [asked, answer, , last] = talk.messageIds.map((id) => `[data-message="${id}"]`);
  const inAnswer = (text: string): Spot => ({ selector: answer ?? "", text });
  await expect(page.locator(".katex")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Show all 60 lines" })).toBeVisible();
  await page.getByText("The end.").click();

  // At once, before the part for it has been loaded: a link without its hidden words, and the number of a source.
  await select(page, inAnswer("Read"), inAnswer("holds"));
  expect(await copy(page)).toEqual({
    plain: "Read the Docs of it [1].\n\nSo $a^2+b$ holds",
    html: expect.stringMatching(
      /Read the <a href="https:\/\/example\.org\/docs\?a=1&amp;b=2">Docs<\/a> of it \[1\]\..*So \$a\^2\+b\$ holds/s,
    ),
  });

  // A part of a formula, and a whole one.
  const typeset = { selector: `${answer} .katex-html` };
  await select(page, { ...typeset, text: "b" }, inAnswer("holds"));
  expect((await copy(page)).plain).toBe("b holds");
  await select(page, { ...typeset, text: "c" }, inAnswer("too"));
  expect((await copy(page)).plain).toBe("$c_1$ too");

  await select(page, inAnswer("too."), inAnswer("55"));
  const table = await copy(page);
  expect(table.plain).toBe("too.\n\n$$\\frac{x}{2}$$\n\nItem\tQ1\tQ2\nRent\t100\t\nFood\t\t55");
  expect(table.html).toContain("<tr><td>Food</td><td></td><td>55</td></tr>");
  expect(table.html).not.toMatch(/class=|<(?:button|svg|span|figure)/);

  await select(page, inAnswer("let line_0"), inAnswer("one"));
  const code = await copy(page);
  expect(code.plain).toBe(`${CODE}\n\n- one`);
  expect(code.html).toContain(`<pre><code>${CODE}</code></pre>`);

  await select(page, { selector: asked ?? "", text: "question" }, inAnswer("Read the"));
  expect(await copy(page)).toEqual({
    plain: "question\nin two lines?\n\nRead the",
    html: expect.stringMatching(/<strong>question<\/strong><br>in two lines\?.*Read the/s),
  });

  await select(page, inAnswer("The end."), { selector: last ?? "", text: "Second answer." });
  expect((await copy(page)).plain).toBe(
    "The end.\n\nSources\n\n1. A page\n\nSecond question?\n\nSecond answer.",
  );

  // All of the page is all of the conversation; what is selected in a field is the field's own.
  await page.getByText("Second answer.").click();
  await page.keyboard.press("ControlOrMeta+a");
  const all = await copy(page);
  expect(all.plain).toMatch(/^First question\nin two lines\?\n\nRead the Docs.*Second answer\.$/s);
  expect(all.plain).not.toMatch(/opens example|Copy|Show all|^js$/m);
  await page.locator("textarea[name=message]").fill("in the field");
  await page.locator("textarea[name=message]").selectText();
  expect((await copy(page)).plain).toBe("in the field");
});
