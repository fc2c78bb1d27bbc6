/** Questions that an earlier version stored, or that have the MAC of an earlier key. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "../../client.ts";
import { changeRowKeys } from "../../testing/trail-fixtures.ts";
import {
  beginTurn,
  createPerson,
  finishTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { signApprovals } from "./sign-approvals.ts";

changeRowKeys(1);
provideTestDatabase();

const PLAN = {
  version: 1,
  origin: "person",
  results: [{ stepId: "s1", origin: "person", text: "x" }],
};
const RESUME = { id: "call-1", name: "send", arguments: "{}", origin: "person" };
const LOWERED = {
  resume: { id: "call-1", name: "send", arguments: "{}" },
  suspendedPlan: { version: 1, results: [{ stepId: "s1", text: "x" }] },
};

/** A question that waits, with the person and the conversation. */
async function ask() {
  const actor = await createPerson();
  const turn = await beginTurn(actor);
  const id = randomUUID();
  const asked = { id, agentId: "general", question: "Send it?", tool: "send" };
  await finishTurn(turn, [], {
    approvals: [{ ...asked, resume: RESUME, suspendedPlan: PLAN as never }],
  });
  return { actor, id, conversationId: turn.conversationId };
}

type Asked = Awaited<ReturnType<typeof ask>>;

async function decide({ actor, id, conversationId }: Asked) {
  const approval = { id, decision: "approved" as const };
  const { resume, suspendedPlan } =
    (await beginTurn(actor, { conversationId, approval })).approval ?? {};
  return { resume, suspendedPlan };
}

const unsign = ({ id }: Asked) => db().approval.update({ where: { id }, data: { mac: null } });

/** What was found is on record: nothing goes on after its test. */
const expectFound = (findings: number) =>
  expect
    .poll(() => db().auditEvent.count({ where: { action: "trail.found" } }))
    .toBeGreaterThanOrEqual(findings);

it("are decided on as what nobody knows the origin of, before and after they are signed", async () => {
  const [one, other] = [await ask(), await ask()];
  await unsign(one);
  await unsign(other);
  expect(await decide(one)).toEqual(LOWERED);
  expect(await signApprovals()).toBe(true);
  expect(await signApprovals()).toBe(true);
  expect(await decide(other)).toEqual(LOWERED);
  const where = { action: "trail.signed", detail: { path: ["what"], equals: "approvals" } };
  expect(await db().auditEvent.count({ where })).toBe(1);
});

it("run nothing without a MAC once all are signed", async () => {
  const asked = await ask();
  await unsign(asked);
  await expect(decide(asked)).rejects.toMatchObject({ code: "approval-forged" });
  expect(await signApprovals()).toBe(true);
  await expect(decide(asked)).rejects.toMatchObject({ code: "approval-forged" });
  await expectFound(1);
});

it("are signed anew after a change of the key, so that the earlier one can go; none that was forged", async () => {
  const [own, forged] = [await ask(), await ask()];
  await db().approval.update({ where: { id: forged.id }, data: { question: "Send it all?" } });
  changeRowKeys(2, 1);
  expect(await signApprovals()).toBe(true);
  changeRowKeys(2);
  expect(await decide(own)).toEqual({ resume: RESUME, suspendedPlan: PLAN });
  await expect(decide(forged)).rejects.toMatchObject({ code: "approval-forged" });
  await expectFound(2);
});
