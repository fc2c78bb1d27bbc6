/** A picture of the network is not asked for before it is pressed, and then by the server alone. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

// The host does not exist, so its picture cannot be shown.
test.use({ allowedErrors: [/404/] });

test("it is named with its host, asked for after a press, and by no request of the browser", async ({
  page,
  model,
  baseURL,
}) => {
  await joinAsNewPerson(page);
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  const tag = newTag();
  const address = "https://pictures.invalid/light.png?told=everything";
  await model.script(tag, [
    { text: `Look: ![A lighthouse](${address}) and [there](https://example.org/x).` },
  ]);
  const chat = await openNewConversation(page);
  await chat.say(`Show ${tag} ![mine](https://own.invalid/a.png)`);
  await chat.settled();
  const answer = chat.answers.last();
  const press = answer.getByRole("button", { name: "Show the picture: A lighthouse" });
  await expect(press).toBeVisible();
  await expect(answer.getByRole("link", { name: "pictures.invalid" })).toHaveAttribute(
    "href",
    address,
  );
  await expect(
    answer.getByRole("link", { name: "there (opens example.org in a new tab)" }),
  ).toBeVisible();
  await expect(chat.asked.getByRole("button", { name: "Show the picture: mine" })).toBeVisible();
  await page.reload();
  await expect(press).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const fetched = () => asked.filter(({ pathname }) => pathname === "/api/pictures");
  expect(fetched()).toEqual([]);
  await press.click();
  await expect(answer).toContainText("This picture could not be shown: A lighthouse");
  expect(fetched().map(({ searchParams }) => searchParams.get("address"))).toEqual([address]);
  // Nothing went to anybody else, before or after.
  expect([...new Set(asked.map(({ origin }) => origin))]).toEqual([new URL(baseURL ?? "").origin]);
});
