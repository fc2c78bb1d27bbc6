/** Whoever prints many documents at once leaves a place to others. */
import { expect, it } from "vitest";
import { CROWD_PIECES, countBefore } from "../../gate/testing/crowd.ts";
import { printDocument } from "./print-document.ts";

const LABELS = { page: "Page {page} of {pages}", missing: "Missing.", plain: "As written." };
const { signal } = new AbortController();

it("prints another person's document before most of one person's", async () => {
  const print = async (person: string) => {
    expect(await printDocument("# A brief", LABELS, { person, signal })).toMatchObject({
      ok: true,
    });
  };
  const before = await countBefore(
    () => print("many"),
    () => print("other"),
  );
  expect(before).toBeLessThan(CROWD_PIECES / 2);
});
