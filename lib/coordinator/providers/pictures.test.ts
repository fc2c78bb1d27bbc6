/** A picture that a person attaches: seen where the model can see, said to be not seen where it cannot. */
import { describe, expect, it } from "vitest";
import { DATA_OPENING } from "../../contracts/model/marked-data.ts";
import { upload } from "../../db/testing/turn-fixtures.ts";
import { capabilities } from "../../llm/capability-table.ts";
import { modelConnections } from "../../llm/connections/model-connection.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type Behaviour, type ChatBody, say } from "../testing/scripted-provider.ts";
import type { TakenTurn } from "../testing/take-turns.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==",
  "base64",
);
const URL = `data:image/png;base64,${PNG.toString("base64")}`;

function sees(holds: boolean): void {
  const [connection] = modelConnections().route("general");
  if (!connection) throw new Error("there is no connection");
  const found = { holds, value: null, source: "probe" as const, at: null, evidence: "" };
  capabilities().learn(connection, "images", found);
}

async function ask(behaviour: Behaviour, holds: boolean | null) {
  const { talk, provider } = await openProvider(behaviour);
  if (holds !== null) sees(holds);
  const file = { name: "square.png", mediaType: "image/png", data: new Uint8Array(PNG) };
  const { id } = await upload(talk.actor, file);
  const turn = await talk.say("What is in it?", { attachmentIds: [id] });
  return { talk, provider, turn, id };
}

const picturesIn = ({ messages }: ChatBody) =>
  messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
/** How the calls that had a picture in their prompt were sent; planning calls have none. */
const sentOf = (turn: TakenTurn) => {
  const hasPicture = new Set(
    turn.of("model.called").flatMap(({ callId, manifest }) => {
      const kinds = manifest.segments.map(({ kind }) => kind);
      return kinds.includes("attachment-content") ? [callId] : [];
    }),
  );
  const answered = turn.of("model.answered").filter(({ callId }) => hasPicture.has(callId));
  return answered.flatMap(({ sent }) => sent?.adaptations ?? []);
};

describe("a model that can see", () => {
  it("gets the picture before the question, once: memory keeps its address", async () => {
    const { talk, provider, turn, id } = await ask({ answers: [say("A red square.")] }, true);
    const [body] = provider.asked().slice(-1);
    expect(body && picturesIn(body)).toEqual([
      { type: "text", text: expect.stringContaining(DATA_OPENING) },
      { type: "text", text: 'Picture "square.png":' },
      { type: "image_url", image_url: { url: URL } },
      { type: "text", text: expect.stringMatching(/^<\/data [0-9a-f]{32}>$/) },
    ]);
    expect(body?.messages.at(-1)?.content).toContain("What is in it?");
    expect(sentOf(turn)).not.toContain("images-as-text");
    const segments = turn.of("model.called").flatMap(({ manifest }) => manifest.segments);
    expect(segments).toContainEqual(
      expect.objectContaining({ kind: "attachment-content", source: `attachment:${id}` }),
    );
    await talk.say("And now?");
    const later = provider.asked().at(-1);
    expect(JSON.stringify(later)).not.toContain("base64");
    expect(JSON.stringify(later)).toContain(`/api/attachments/${id}/square.png`);
  });
});

describe("a model that cannot see, or of which nobody knows", () => {
  it.each([false, null])(
    "is told that there is a picture that it does not see (%s)",
    async (holds) => {
      const { provider, turn } = await ask({ answers: [say("I cannot see it.")] }, holds);
      const body = JSON.stringify(provider.asked().at(-1));
      expect(body).toContain('Picture \\"square.png\\": (Not seen');
      expect(body).not.toContain("image_url");
      expect(sentOf(turn)).toContain("images-as-text");
    },
  );
});

describe("a server that refuses pictures", () => {
  it.each([
    [400, "This model does not support image input."],
    [400, "Invalid content type. image_url is only supported by certain models."],
    [422, "messages.1.content: Input should be a valid string"],
  ])(
    "with %i %j is asked once more without, and nothing is concluded from one refusal",
    async (status, message) => {
      const refuse = (body: ChatBody) => (picturesIn(body).length > 0 ? { status, message } : null);
      const { turn, provider } = await ask({ refuse, answers: [say("I cannot see it.")] }, true);
      expect(turn.answer).toBe("I cannot see it.");
      expect(turn.of("model.refused").map(({ missing }) => missing)).toContain("images");
      const [connection] = modelConnections().route("general");
      expect(connection && capabilities().can(connection, "images")).toBe(true);
      expect(sentOf(turn)).toContain("images-as-text");
      expect(provider.asked().filter((body) => picturesIn(body).length > 0)).toHaveLength(1);
    },
  );
});
