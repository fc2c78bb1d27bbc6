/** The seal of a run in the inspector: checked when the run is opened, and broken by a statement on the database. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

test("a run shows its seal, and which event was changed behind the product's back", async ({
  page,
  openAs,
}) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  const conversationId = new URL(page.url()).pathname.slice(3);
  const [run] = await sql<{ id: string }>("SELECT id FROM run WHERE conversation_id = $1", [
    conversationId,
  ]);
  const auditor = await openAs("auditor");
  await auditor.goto(`/admin/runs/${run?.id}`);
  const sealed = auditor.getByText("Sealed", { exact: true });
  await expect(sealed).toHaveAccessibleDescription(/events are what was sealed as number/);

  const move = (by: string) =>
    sql("UPDATE run_event SET at = at + $2::interval WHERE run_id = $1 AND seq = 3", [run?.id, by]);
  await move("1 second");
  try {
    await auditor.reload();
    const broken = auditor.getByText("Seal broken: event 3 was changed");
    await expect(broken).toBeVisible();
    await broken.click();
    await expect(auditor).toHaveURL(/panel=events&event=3/);
  } finally {
    await move("-1 second");
  }
});
