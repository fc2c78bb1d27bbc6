import { expect, it } from "vitest";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { inspectAccount } from "./inspect-account.ts";

provideUms();

const SAID = "calculate 4242 * 17";

const textsOf = ({ sentences }: Awaited<ReturnType<typeof inspectAccount>>) =>
  sentences.map(({ text }) => text);

it("tells a turn from its log, masked without a reason, and is on record", async () => {
  const { runId } = await (await newTalk()).say(SAID);
  const admin = await createPerson("admin");
  const account = await inspectAccount(admin, runId);
  expect(account).toMatchObject({ runId, ended: true, leftOut: 0 });
  expect(textsOf(account)).toEqual([
    "The person asked this.",
    "The coordinator planned 2 steps, by General assistant.",
    "The work was given to General assistant.",
    "General assistant called python_interpreter, and finished.",
    expect.stringMatching(
      /^The model was called \d times, and read its instructions, the question/,
    ),
    "Sources came from python_interpreter:",
    "Policies allowed General assistant and python_interpreter.",
    "General assistant and Coordinator kept something for later turns.",
    "The answer is complete.",
    expect.stringMatching(/^The model read [\d,]+ tokens and wrote \d+; what that cost is not on/),
    "What ran is what was planned.",
    "The log cannot say why the model chose its words.",
  ]);
  for (const hidden of [SAID, "72114"]) expect(JSON.stringify(account)).not.toContain(hidden);
  const seqs = (await db().runEvent.findMany({ where: { runId } })).map(({ seq }) => seq);
  for (const { cites } of account.sentences) expect(seqs).toEqual(expect.arrayContaining(cites));

  const rows = await db().auditEvent.findMany({ where: { actorId: admin.userId } });
  expect(rows).toMatchObject([{ action: "run.inspected", target: `run:${runId}` }]);
});

it("is refused to people, and says where there is no such run", async () => {
  const { runId } = await (await newTalk()).say("hello");
  const person = await createPerson("user");
  await expect(inspectAccount(person, runId)).rejects.toMatchObject({ code: "forbidden" });
  const nowhere = inspectAccount(await createPerson("auditor"), crypto.randomUUID());
  await expect(nowhere).rejects.toMatchObject({ code: "not-found" });
});
