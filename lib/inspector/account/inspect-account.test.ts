import { expect, it, vi } from "vitest";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { inspectAccount } from "./inspect-account.ts";

vi.setConfig({ testTimeout: 60_000 });
provideUms();

const SAID = "calculate 4242 * 17";

it("tells a turn in plain sentences that stand on its events, and is on record", async () => {
  const { runId } = await (await newTalk()).say(SAID);
  const admin = await createPerson("admin");
  const account = await inspectAccount(admin, runId);
  console.log(
    account.sentences.map(({ topic, text, cites }) => `${topic}: ${text} ${cites}`).join("\n"),
  );
  expect(account).toMatchObject({ runId, ended: true, leftOut: 0 });
});
