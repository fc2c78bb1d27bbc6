/** Four eyes: what one admin asks to read opens once another admin, in another browser, has confirmed it. */
import type { Browser, Page } from "@playwright/test";
import type { TestStack } from "../../scripts/testing/test-stack.ts";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfPerson } from "../fixtures/open-runs.ts";
import { makePerson } from "../fixtures/people/make-person.ts";
import { enterAs, signInOverHttp } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { lock, test } from "../fixtures/stacks/settings.ts";
import { expect } from "../fixtures/test.ts";

const REASON = "A complaint about this answer";

let runId: string;
let chatting: Page;

test.describe.configure({ mode: "serial", lock });
test.beforeAll(async ({ browser, stack }) => {
  const person = await makePerson("user", stack);
  chatting = await newPage(browser, stack);
  await enterAs(chatting, person, stack);
  const chat = await openNewConversation(chatting);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  [runId = ""] = await runsOfPerson(person, stack);
});

async function newPage(browser: Browser, { url }: TestStack): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage();
}

/** The stack's first admin. No other test on it makes one. */
async function signInAsAdmin(browser: Browser, stack: TestStack): Promise<Page> {
  const page = await newPage(browser, stack);
  await signInOverHttp(page, { email: "admin@halfsilver.local", password: stack.demoPassword });
  return page;
}

test("a run opens once a second admin confirms, and the person reads who did", async ({
  browser,
  stack,
}) => {
  const admin = await signInAsAdmin(browser, stack);
  await admin.goto(`/admin/runs/${runId}?panel=plan`);
  const notice = admin.getByRole("region", { name: "is masked" });
  await expect(notice).toContainText("You are the only admin of this server");

  const second = await newPage(browser, stack);
  const person = await makePerson("admin", stack);
  await sql(`UPDATE "user" SET name = 'Second Admin' WHERE id = $1`, [person.id], stack);
  await enterAs(second, person, stack);
  await notice.getByLabel("Why do you look?").fill(REASON);
  await notice.getByRole("button", { name: "Ask to open" }).click();
  await expect(notice).toContainText("Another admin must confirm this.");
  await expect(admin.getByText("Masked until another admin confirms your reason.")).toHaveCount(2);
  expect(await findViolations(admin)).toEqual([]);

  await second.goto("/admin");
  const nav = second.getByRole("navigation", { name: "Inspector" });
  await expect(nav).toContainText("1 request waits for you");
  const requests = second.getByRole("region", { name: "Asked to read" });
  await expect(requests).toContainText(REASON);
  expect(await findViolations(second)).toEqual([]);
  await chatting.goto("/account");
  await expect(chatting.getByText("Nobody has looked.")).toBeVisible();

  await requests.getByRole("link", { name: "this run" }).click();
  await second
    .getByRole("region", { name: "Asked to read" })
    .getByRole("button", { name: "Confirm" })
    .click();
  await expect(second.getByRole("region", { name: "Asked to read" })).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await expect(
    admin.getByRole("article", { name: "Person" }).getByText("What is fibonacci(90)?"),
  ).toBeVisible();
  // Who confirmed reads no more than before.
  await expect(second.getByText("Masked until you give a reason.")).toHaveCount(2);

  await chatting.reload();
  const looks = chatting.getByRole("list", { name: "Who looked at what you wrote" });
  await expect(looks.getByRole("listitem")).toHaveCount(1);
  await expect(looks).toContainText(`Reason: ${REASON}`);
  await expect(looks).toContainText("A second admin confirmed it: Second Admin");
  await expect(looks).toContainText("Proved: look number 1");
});

test("a search of everything waits for a second admin, too", async ({ browser, stack }) => {
  const admin = await signInAsAdmin(browser, stack);
  await admin.goto("/admin/runs?q=fibonacci");
  const headers = { "sec-fetch-site": "same-origin" };
  const data = { q: "fibonacci", filters: {}, reason: REASON };
  const asked = await admin.request.post("/api/admin/runs/searches", { headers, data });
  expect(await asked.json()).toMatchObject({ narrowed: "asked" });
  await expect(admin.getByText("Your search of everything waits for another admin.")).toBeVisible();
  const { requests } = await (await admin.request.get("/api/admin/openings")).json();
  expect(requests).toMatchObject([{ isMine: true, words: "fibonacci" }]);
  const own = await admin.request.post(`/api/admin/openings/${requests[0].id}`, {
    headers,
    data: { do: "confirm" },
  });
  expect(own.status()).toBe(409);
});
