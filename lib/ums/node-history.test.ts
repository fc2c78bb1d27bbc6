import { expect, it } from "vitest";
import { newTalk } from "../coordinator/testing/take-turns.ts";
import { db } from "../db/client.ts";
import { provideUms } from "./testing/provide-ums.ts";

provideUms();

it("has digests for the hop of every agent, the service's one included", async () => {
  const { runId } = await (await newTalk()).say("list users");
  const nodes = await db().nodeHistory.findMany({ where: { runId, outcome: "ok" } });
  const agents = nodes.filter(({ kind }) => kind === "agent");
  expect(agents.map(({ nodeId }) => nodeId)).toEqual(["users"]);
  const sha = /^[0-9a-f]{64}$/;
  expect(agents).toMatchObject([
    { inputSha256: expect.stringMatching(sha), outputSha256: expect.stringMatching(sha) },
  ]);
});
