/** The arguments behind both digests of a step: proved, masked for auditors, and said where they are not known. */
import { expect, it } from "vitest";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectPlan } from "./inspect-plan.ts";
import { inspectStepArguments } from "./inspect-step-arguments.ts";

provideUms();
readFreely();

async function step() {
  const turn = await (await newTalk()).say("What is fibonacci(10)?");
  const planned = turn.of("plan.made")[0]?.plan.steps.find(({ type }) => type === "tool");
  const call = turn.of("tool.called")[0];
  if (!planned?.expectedArgsSha256 || !call) throw new Error("no call was planned");
  return { runId: turn.runId, planned: planned.expectedArgsSha256, hop: call.hopRef, call };
}

it("gives what was planned and what ran, to an admin", async () => {
  const { runId, planned, hop, call } = await step();
  const found = await inspectStepArguments(await createPerson("admin"), runId, { planned, hop });
  expect(found.ran?.value.value).toEqual(call.arguments);
  // The digests are equal, so the arguments are.
  expect(call.argsSha256).toBe(planned);
  expect(found.planned?.value).toEqual(call.arguments);
});

it("masks both for an auditor, and audits the look", async () => {
  const { runId, planned, hop } = await step();
  const auditor = await createPerson("auditor");
  const { rows } = await inspectPlan(auditor, runId);
  const shown = rows.flatMap(({ step: one }) => one?.expectedArgsSha256 ?? []).at(0);
  const found = await inspectStepArguments(auditor, runId, { planned: shown, hop });
  expect(found).toMatchObject({
    planned: { value: null, withheld: "masked" },
    ran: { value: { value: null, withheld: "masked" } },
  });
  expect(JSON.stringify(found)).not.toContain("fibonacci");
  // The digest of a guess finds nothing, right or wrong.
  expect(await inspectStepArguments(auditor, runId, { planned })).toMatchObject({ planned: null });
});

it("knows nothing of a digest that no plan has, and of a hop that made no call", async () => {
  const { runId } = await step();
  const admin = await createPerson("admin");
  const none = { planned: "0".repeat(64), hop: "h99" };
  expect(await inspectStepArguments(admin, runId, none)).toEqual({ planned: null, ran: null });
  await expect(inspectStepArguments(await createPerson(), runId, none)).rejects.toMatchObject({
    code: "forbidden",
  });
});
