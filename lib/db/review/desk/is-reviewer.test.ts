/** A case of somebody who can no longer judge. */
import { expect, it } from "vitest";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { listCases } from "../review-cases.ts";
import { takeCase } from "../take-case.ts";
import { contest, endedTurn } from "../testing/contested-turn.ts";
import { assignCase } from "./change-desk.ts";
import { readDesk } from "./read-desk.ts";

provideTestDatabase();

it.each([
  ["is no reviewer any more", { role: "user" }],
  ["is banned", { banned: true }],
  ["leaves", { eraseAt: new Date(0) }],
])("is nobody's where that one %s", async (_, data) => {
  await db().reviewCase.deleteMany();
  const [gone, other] = [await createPerson("auditor"), await createPerson("auditor")];
  const turn = await endedTurn();
  await contest(turn);
  await assignCase(gone, turn.runId, gone.userId);
  const [listed] = (await listCases(other)).cases;
  expect(listed).toMatchObject({ assignedTo: { id: gone.userId }, mayTake: false });
  await db().user.update({ where: { id: gone.userId }, data });
  const [free] = (await listCases(other)).cases;
  expect(free).toMatchObject({ assignedTo: null, mayTake: true });
  expect(await takeCase(other, null)).toBe(turn.runId);
  expect(await readDesk(other, turn.runId)).toMatchObject({ assignedTo: null });
  await assignCase(other, turn.runId, other.userId);
  expect((await listCases(other)).cases).toMatchObject([{ isAssignedToMe: true }]);
});
