/** The directory where only some roles may change it: what each is told, what is signed, and what is recorded. */
import { extractAgentStateFromHeaders } from "../../lib/agent-state/codec.ts";
import { chatPage } from "../fixtures/chat-page.ts";
import { FROM_PAGE } from "../fixtures/people/from-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { type RecordedStack, startRecordedStack } from "../fixtures/proxies/recorded-stack.ts";
import { expect, test } from "../fixtures/test.ts";

const ADD = "Add a person: Jane Doe, jane@people.example, Sales, Berlin";

let recorded: RecordedStack;
test.beforeAll(async () => {
  recorded = await startRecordedStack("directory", { DIRECTORY_BY_ROLE: "1" });
});
test.afterAll(() => recorded.remove());

test("a person without the role is refused plainly, and asked nothing", async ({ page }) => {
  await joinAsNewPerson(page, recorded.stack);
  await page.goto(recorded.stack.url);
  const chat = chatPage(page);
  await chat.say(ADD);
  await expect(chat.answers.last()).toContainText("not allowed");
  await chat.settled();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  const chats = recorded.serviceCalls().filter(({ path }) => path.endsWith("/chat"));
  const roles = chats.map(({ headers }) => extractAgentStateFromHeaders(headers).metadata?.role);
  expect(roles).toEqual(["user"]);
  expect(chats[0]?.headers["x-agent-state-mac"]).toMatch(/^v1=/);
  await chat.say("how many users are there?");
  await expect(chat.answers.last()).toContainText("200");
});

test("an admin is asked, and the person is there once that is approved", async ({ page }) => {
  const { url, demoPassword } = recorded.stack;
  const signedIn = await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: FROM_PAGE,
    data: { email: "admin@halfsilver.local", password: demoPassword },
  });
  expect(signedIn.status()).toBe(200);
  await page.goto(url);
  const chat = chatPage(page);
  await chat.say(ADD);
  const question = page.getByRole("region", { name: "Add Jane Doe" });
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText("is added to the directory");
  const { runs } = await (await page.request.get(`${url}/api/admin/runs`)).json();
  const refused = [];
  for (const { id } of runs) {
    const { events } = await (await page.request.get(`${url}/api/admin/runs/${id}/events`)).json();
    refused.push(...JSON.stringify(events).matchAll(/directory-by-role@1/g));
  }
  expect(refused.length).toBeGreaterThan(0);
});
