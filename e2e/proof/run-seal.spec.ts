/** The seal of a run in the inspector: checked when the run is opened, and broken by a statement on the database. */
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { sharedStack, sql } from "../fixtures/product-database.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

test("a run shows its seal, and which event was changed behind the product's back", async ({
  openAs,
}) => {
  const auditor = await openAs("auditor");
  const { runIds } = await converseOverHttp(await joinOverHttp(sharedStack()), [
    "What is fibonacci(90)?",
  ]);
  const [id] = runIds;
  await openRuns(auditor, runIds);
  await auditor.goto(`/admin/runs/${id}`);
  const sealed = auditor.getByText("Sealed", { exact: true });
  await expect(sealed).toHaveAccessibleDescription(/events are what was sealed as number/);

  const move = (by: string) =>
    sql("UPDATE run_event SET at = at + $2::interval WHERE run_id = $1 AND seq = 3", [id, by]);
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
