/** What a model server says of a refused call, whatever it quotes, goes with the conversation when that is erased. */
import { expect, it } from "vitest";
import { eraseConversation } from "../../db/erasure/erase.ts";
import { keepCapability, loadCapabilities } from "../../db/models/capabilities.ts";
import { sweepDatabase } from "../../db/testing/sweep-database.ts";
import { seal } from "../../db/testing/trail-fixtures.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { capabilities } from "../../llm/capability-table.ts";
import { modelConnections } from "../../llm/connections/model-connection.ts";
import { DONE, event } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type Behaviour, type ChatBody, send } from "../testing/scripted-provider.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const WORD = "zqquoted";

/** Each way in which a server names a part of a request, with the whole request behind it. */
const PARTS: [string, (body: ChatBody) => boolean, string][] = [
  ["stream_options", (body) => body.stream_options !== undefined, "no stream_options"],
  ["stream", (body) => body.stream === true, "streaming is not supported"],
  ["a schema", (body) => body.response_format !== undefined, "no response_format"],
  ["tools", (body) => body.tools !== undefined, "this model does not support tools"],
  [
    "the role system",
    ({ messages }) => messages.some(({ role }) => role === "system"),
    "System role not supported",
  ],
];

const names = (body: ChatBody) => JSON.stringify(body).includes(WORD);

it.each(PARTS)("that names %s", async (_name, hasPart, message) => {
  const refuse: Behaviour["refuse"] = (body) => {
    // Its beginning is kept, so the person's words come first.
    const quoted = `${message}: ${JSON.stringify(body.messages.toReversed())}`;
    const more = { code: `the code ${WORD} of it`, type: WORD };
    return names(body) && hasPart(body) ? { status: 400, message: quoted, more } : null;
  };
  const spoken = { index: 0, delta: { content: "It is done." }, finish_reason: "stop" };
  const answer = event({ model: `a model for ${WORD}`, choices: [spoken] });
  const { talk } = await openProvider({ refuse, answers: [send(answer, DONE)] });
  const kept: Promise<void>[] = [];
  capabilities().keepIn({
    save: ({ baseUrl: address, model }, name, finding) =>
      kept.push(keepCapability({ address, model }, name, finding)),
  });
  const turn = await talk.say(`tell me of ${WORD}`);
  // Two turns that were refused are a finding, which is kept.
  await talk.say(`tell me more of ${WORD}`);
  expect(turn.of("model.refused").length).toBeGreaterThan(0);
  expect(turn.of("model.refused")[0]?.reply.text).toContain(WORD);
  const [connection] = modelConnections().route(undefined);
  if (!connection) throw new Error("there is no connection");
  expect(JSON.stringify(capabilities().of(connection))).not.toContain(WORD);
  await Promise.all(kept);
  expect(JSON.stringify(await loadCapabilities())).toMatch(/400 for a call with/);
  await seal();
  const before = await sweepDatabase([WORD]);
  expect(before[WORD]).toEqual(expect.arrayContaining(["message.content", "run_event.payload"]));
  const admin = await createPerson("admin");
  expect(await eraseConversation(admin, talk.conversationId())).toMatchObject({ ok: true });
  expect(await sweepDatabase([WORD])).toEqual({ [WORD]: [] });
});
