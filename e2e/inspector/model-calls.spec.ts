/** Model calls: the prompt as sent, its masked form for auditors, and the origin of an answer's words. */
import type { Locator, Page } from "@playwright/test";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { inTurn } from "../fixtures/product-database.ts";
import { runOfQuestion, runsOfQuestions } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const ANSWER = "2880067194370816120";

type Segment = { kind: string; rebuilt: string; sha256: string; content: unknown };
type Call = { segments: Segment[]; text: unknown; call: { agentId: string } };

/** Every model call of a run, parsed and as JSON text. */
async function callsOf(operator: Page, runId: string): Promise<{ calls: Call[]; text: string }> {
  const address = `/api/admin/runs/${runId}/calls`;
  const list = await (await operator.request.get(address)).json();
  const calls: Call[] = [];
  for (const { seq } of list.calls) {
    calls.push(await (await operator.request.get(`${address}/${seq}`)).json());
  }
  return { calls, text: JSON.stringify(calls) };
}

const openPanel = async (operator: Page, runId: string, more = "") => {
  await operator.goto(`/admin/runs/${runId}?panel=model-calls${more}`);
  return operator.getByRole("list", { name: "Model calls" });
};

/** Selects the words, as a person does with the mouse. */
async function selectWords(within: Locator, words: string): Promise<void> {
  await expect(within).toContainText(words);
  await within.evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at === -1) continue;
      document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
  }, words);
}

test("an admin reads the prompt of each call, verified by its digests", async ({ openAs }) => {
  const admin = await openAs("admin");
  const [runId = ""] = await runsOfQuestions(
    admin,
    "What is fibonacci(30)?",
    "What is fibonacci(90)?",
  );
  const list = await openPanel(admin, runId);
  await expect(list.getByRole("article")).toHaveCount(3);
  const shown = list.getByRole("region", { name: "What it was shown" });
  await expect(list).toContainText("Every segment below is byte for byte what was sent");
  await expect(list).toContainText(/memory policy tool-history of general lets in all/);
  await shown.getByRole("button", { name: "Open all" }).click();
  await expect(shown).toContainText("You are a helpful assistant in a chat application.");
  await expect(shown).toContainText("What is fibonacci(30)?");
  await expect(shown).toContainText(ANSWER);
  await expect(list.getByRole("region", { name: "What it answered" })).toContainText(ANSWER);
  expect(await findViolations(admin)).toEqual([]);

  const { calls } = await callsOf(admin, runId);
  const segments = calls.flatMap((call) => call.segments);
  expect(segments.filter(({ rebuilt }) => rebuilt !== "exact")).toEqual([]);
  expect(segments.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["tool-history", "run-scratchpad", "tool-schemas"]),
  );
});

test("an auditor gets manifests with digests of their own, and no text of a prompt", async ({
  openAs,
}) => {
  const [admin, auditor] = [await openAs("admin"), await openAs("auditor")];
  const runId = await runOfQuestion(admin, "What is fibonacci(90)?");
  await openRuns(auditor, [runId]);
  const seen = { admin: await callsOf(admin, runId), auditor: await callsOf(auditor, runId) };
  const structure = ({ calls }: typeof seen.admin) =>
    calls.map(({ segments }) => segments.map(({ kind, rebuilt }) => ({ kind, rebuilt })));
  expect(structure(seen.auditor)).toEqual(structure(seen.admin));
  for (const { sha256 } of seen.admin.calls.flatMap(({ segments }) => segments))
    expect(seen.auditor.text).not.toContain(sha256);
  for (const words of ["You are a helpful assistant", "print(", "fibonacci", ANSWER]) {
    expect(seen.admin.text).toContain(words);
    expect(seen.auditor.text).not.toContain(words);
  }
  const list = await openPanel(auditor, runId);
  await list.getByRole("button", { name: "Open all" }).click();
  await expect(list).toContainText("Every segment below is byte for byte what was sent");
  await expect(list).not.toContainText("You are a helpful assistant");
  expect(await findViolations(auditor)).toEqual([]);
});

test("the service's calls are proved like ours, with arguments and results of its tools", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const runId = await runOfQuestion(admin, "list users");
  const list = await openPanel(admin, runId);
  await expect(list).toContainText(
    "Every segment below is byte for byte what the prompt was made of",
  );
  await list.getByRole("button", { name: /^ums/ }).first().click();
  await expect(list).toContainText("Result, as the service's model got it");
  const { calls } = await callsOf(admin, runId);
  const service = calls.filter(({ call }) => call.agentId === "ums");
  expect(service.length).toBeGreaterThan(0);
  for (const { segments } of service) {
    expect(new Set(segments.map(({ rebuilt }) => rebuilt))).toEqual(new Set(["exact"]));
  }
});

test.describe("why did it know this?", () => {
  test("words selected in the conversation lead to the hop that produced them", async ({
    openAs,
  }) => {
    const admin = await openAs("admin");
    const runId = await runOfQuestion(admin, "What is fibonacci(90)?");
    await expect(await openPanel(admin, runId)).toBeVisible();
    await selectWords(admin.locator('#conversation > ol > [aria-current="true"]').last(), ANSWER);
    await admin.getByRole("button", { name: "Why did it know this?" }).click();
    await expect(admin).toHaveURL(new RegExp(`why=${ANSWER}`));
    const places = admin.getByRole("list", { name: "Places that hold the words" });
    await expect(places.getByRole("article")).toHaveCount(1);
    await expect(places).toContainText("Calls and results of this run");
    await expect(places).toContainText("written by a tool");
    await expect(places.locator("mark")).toHaveText(ANSWER);
    await places.getByRole("button", { name: /^Hop h\d+$/ }).click();
    await expect(admin).toHaveURL(/hop=h\d+/);
    expect(await findViolations(admin)).toEqual([]);
  });

  test("an answer is shown once it is typeset, so that what is selected stays selected", async ({
    openAs,
  }) => {
    const admin = await openAs("admin");
    const runId = await runOfQuestion(admin, "What is fibonacci(90)?");
    const { promise: typesetting, resolve: letTypeset } = Promise.withResolvers<void>();
    await admin.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("blockTokens")) await typesetting;
      await route.fulfill({ response });
    });
    await expect(await openPanel(admin, runId)).toBeVisible();
    const conversation = admin.getByRole("region", { name: "What the person sees" });
    await expect(conversation.getByText("Withheld")).toBeVisible();
    await expect(conversation.getByRole("status")).toHaveText("Loading");
    await expect(conversation).not.toContainText(ANSWER);
    letTypeset();
    await selectWords(conversation.locator("> ol > [aria-current]").last(), ANSWER);
    await expect(admin.getByRole("button", { name: "Why did it know this?" })).toBeVisible();
    // Code that the page fetches ahead may still be on its way.
    await admin.unrouteAll({ behavior: "wait" });
  });

  test("words without a source are attributed to the model", async ({ openAs }) => {
    const admin = await openAs("admin");
    await openPanel(admin, await runOfQuestion(admin, "What is 17 * 23?"));
    const nothing = "Nothing that it was shown holds these words: they came from the model itself.";
    const field = admin.getByRole("searchbox", { name: "Words of the answer" });
    // A press before the page is hydrated has no effect.
    await expect(async () => {
      await field.fill("marzipan");
      await field.press("Enter");
      await expect(admin.getByText(nothing)).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });

  test("an auditor can ask for words of the answer only, and gets sources without text", async ({
    openAs,
  }) => {
    const auditor = await openAs("auditor");
    const runId = await runOfQuestion(auditor, "What is fibonacci(90)?");
    const ask = async (text: string) => {
      const query = new URLSearchParams({ text });
      return (await auditor.request.get(`/api/admin/runs/${runId}/why?${query}`)).json();
    };
    expect(await ask("print")).toEqual({ ok: false, reason: "not-of-the-answer" });
    const answer = await ask(ANSWER);
    expect(answer.findings).toMatchObject([{ kind: "run-scratchpad", excerpt: null }]);
    await openPanel(auditor, runId, "&why=print");
    await expect(auditor.getByText("Ask with whole words of the answer")).toBeVisible();
  });
});

test("a retried call shows each failed attempt with its reason", async ({ openAs, model }) => {
  const tag = newTag();
  const admin = await openAs("admin");
  const runId = await inTurn("model failures", async () => {
    await model.queue({ scenario: "error-500", match: tag, structured: false, times: 1 });
    return runOfQuestion(admin, `Say hello to ${tag}`);
  });
  const list = await openPanel(admin, runId);
  const retried = list.getByRole("article").filter({ hasText: "1 retry" });
  await expect(retried).toHaveCount(1);
  const line = retried.getByRole("button", { name: /1 retry/ });
  if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
  await expect(retried).toContainText(
    /Attempt 1 failed \(Model could not be reached\) and was repeated/,
  );
});
