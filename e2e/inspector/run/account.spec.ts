/** The plain account of a run: its first panel, for both roles, on wide and narrow screens. */
import { openRuns } from "../../fixtures/open-runs.ts";
import { runOfQuestion } from "../../fixtures/runs-of.ts";
import { expect, test } from "../../fixtures/test.ts";

const QUESTION = "What is fibonacci(90)?";
const CALLED = /General assistant called python_interpreter, and finished\./;

test("a run opens with its account, and a sentence leads to its events", async ({ openAs }) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}`);
  await expect(admin.getByRole("tab", { name: "Account" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const account = admin.getByRole("region", { name: "What happened" });
  await expect(account).toContainText("The person asked this.");
  await expect(account).toContainText("The answer is complete.");

  const sentence = account.getByRole("button", { name: CALLED });
  await sentence.click();
  await expect(sentence).toHaveAttribute("aria-pressed", "true");
  await expect(admin).toHaveURL(/hop=h\d+&event=\d+/);
  const row = account.getByRole("listitem").filter({ hasText: CALLED });
  await row
    .getByRole("link", { name: /^Event \d+$/ })
    .nth(1)
    .click();
  const current = admin.getByRole("list", { name: "Events" }).locator("[aria-current=true]");
  await expect(current).toContainText("Tool called");
});

test("keys move among the sentences, and an event of no sentence is one press away", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}`);
  const account = admin.getByRole("region", { name: "What happened" });
  const sentences = account.locator("[data-stop]");
  await expect(sentences.nth(2)).toBeVisible();
  await admin.keyboard.press("j");
  await expect(sentences.first()).toBeFocused();
  await admin.keyboard.press("j");
  await expect(sentences.nth(1)).toBeFocused();
  const { events } = await (await admin.request.get(`/api/admin/runs/${id}`)).json();
  const piece = events.find(
    (event: { body: { type: string } }) => event.body.type === "answer.delta",
  );
  await admin.goto(`/admin/runs/${id}?event=${piece.seq}`);
  await account.getByRole("link", { name: "Show it in the log" }).click();
  await expect(
    admin.getByRole("list", { name: "Events" }).locator("[aria-current=true]"),
  ).toContainText("Answer text");
});

test("an auditor reads the same sentences, masked", async ({ openAs }) => {
  const id = await runOfQuestion(await openAs("admin"), QUESTION);
  const auditor = await openAs("auditor");
  const address = `/api/admin/runs/${id}/account`;
  const shut = await (await auditor.request.get(address)).json();
  expect(JSON.stringify(shut)).not.toContain("fibonacci");
  await openRuns(auditor, [id]);
  const open = await (await auditor.request.get(address)).json();
  const linesOf = ({ sentences }: { sentences: { text: string; cites: number[] }[] }) =>
    sentences.map(({ text, cites }) => ({ text, cites }));
  expect(linesOf(open)).toEqual(linesOf(shut));
  await auditor.goto(`/admin/runs/${id}`);
  const account = auditor.getByRole("region", { name: "What happened" });
  await expect(account).toContainText(QUESTION);
  await expect(account.getByText("Masked", { exact: true }).first()).toBeVisible();
});

test("it fits on a phone", async ({ openAs }) => {
  const admin = await openAs("admin", { viewport: { width: 390, height: 844 } });
  const id = await runOfQuestion(admin, QUESTION);
  await admin.goto(`/admin/runs/${id}`);
  const account = admin.getByRole("region", { name: "What happened" });
  await expect(account).toContainText("The answer is complete.");
  const overflow = await admin.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
