/** The directory where only some roles may change it: what each is told, what is signed, and what is recorded. */
import { extractAgentStateFromHeaders } from "../../lib/agent-state/codec.ts";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { declared } from "../fixtures/stacks/recorded.ts";
import { expect } from "../fixtures/test.ts";

const { test, lock } = declared;
test.describe.configure({ lock });

const ADD = "Add a person: Jane Doe, jane@people.example, Sales, Berlin";

test("a person without the role is refused plainly, asked nothing, and on record", async ({
  page,
  stack,
  signIn,
  openAs,
}) => {
  await signIn("user");
  const chat = await openNewConversation(page);
  const before = stack.serviceCalls().length;
  await chat.say(ADD);
  await expect(chat.answers.last()).toContainText("not allowed");
  await chat.settled();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  const chats = stack
    .serviceCalls()
    .slice(before)
    .filter(({ path }) => path.endsWith("/chat"));
  const roles = chats.map(({ headers }) => extractAgentStateFromHeaders(headers).metadata?.role);
  expect(roles).toEqual(["user"]);
  expect(chats[0]?.headers["x-agent-state-mac"]).toMatch(/^v1=/);

  const admin = await openAs("admin");
  const [runId] = await runsOfConversation(admin, page.url(), stack);
  const events = await admin.request.get(`/api/admin/runs/${runId}/events`);
  expect(await events.text()).toContain("directory-by-role@1");

  await chat.say("how many users are there?");
  await expect(chat.answers.last()).toContainText(/There are \d+ people/);
});

test("an admin is asked, and the person is there once that is approved", async ({
  page,
  signIn,
}) => {
  await signIn("admin");
  const chat = await openNewConversation(page);
  await chat.say(ADD);
  const question = page.getByRole("region", { name: "Add Jane Doe" });
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(chat.answers.last()).toContainText("is added to the directory");
});
