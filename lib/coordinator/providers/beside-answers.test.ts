/** What servers send beside the text of an answer: the person gets it, too. */
import { expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { DONE, event, FINISH, json, textEvent } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { say, send } from "../testing/scripted-provider.ts";
import { openProvider, playProvider } from "../testing/with-provider.ts";

provideUms();

const delta = (fields: object, beside: object = {}) =>
  event({ choices: [{ index: 0, delta: fields }], ...beside });
const PAGES = [
  { url: "https://one.example/a", title: "One" },
  { url: "https://two.example/b", title: "Two" },
];
const SHOWN = PAGES.map(({ url, title }) => ({ kind: "page", title, address: url }));
const annotations = PAGES.map((page) => ({
  type: "url_citation",
  url_citation: { ...page, start_index: 0, end_index: 4 },
}));

it.each([
  [
    "OpenAI's stream",
    send(textEvent("Yes."), delta({ annotations }), FINISH, DONE),
    "Yes. [1] [2]",
  ],
  [
    "OpenAI's whole answer",
    json(200, { choices: [{ message: { content: "Yes.", annotations }, finish_reason: "stop" }] }),
    "Yes. [1] [2]",
  ],
  [
    "annotations one by one",
    send(
      textEvent("Yes."),
      ...annotations.map((one) => delta({ annotations: [one] })),
      delta({ annotations }),
      FINISH,
      DONE,
    ),
    "Yes. [1] [2]",
  ],
  [
    "Perplexity, whose text has numbers",
    send(
      delta(
        { content: "Yes [2], no [1]." },
        { citations: PAGES.map(({ url }) => url), search_results: PAGES },
      ),
      FINISH,
      DONE,
    ),
    "Yes [2], no [1].",
  ],
  [
    "xAI, behind the end",
    send(
      textEvent("- Yes."),
      FINISH,
      event({ choices: [], search_results: PAGES, citations: PAGES.map(({ url }) => url) }),
      DONE,
    ),
    "- Yes.\n\n[1] [2]",
  ],
])("pages are sources of the answer: %s", async (_, reply, text) => {
  const { talk, provider } = await openProvider({ answers: [reply, say("Once more.")] });
  const turn = await talk.say("hello");
  expect(turn.answer).toBe(text);
  expect(turn.of("sources.shown").flatMap(({ sources }) => sources)).toMatchObject(SHOWN);
  expect(turn.of("citations.invented")).toEqual([]);
  // Numbers mean something in their run only.
  await talk.say("hello again");
  expect(JSON.stringify(provider.asked().at(-1))).not.toMatch(/\[[12]\]/);
});

it("what is no page of the web is no source", async () => {
  const wrong = ["javascript:alert(1)", "", 7, null, { url: "file:///etc/passwd" }, {}];
  const { turn } = await playProvider({
    answers: [
      send(delta({ content: "Yes.", annotations: wrong }, { citations: "x" }), FINISH, DONE),
    ],
  });
  expect(turn.answer).toBe("Yes.");
  expect(turn.of("sources.shown")).toEqual([]);
});

it.each([
  [
    "in one piece",
    json(200, {
      choices: [
        {
          message: {
            content: null,
            audio: { id: "a", data: "UklGRg==", transcript: "Yes, it is." },
          },
          finish_reason: "stop",
        },
      ],
    }),
  ],
  [
    "as a stream",
    send(
      delta({ audio: { id: "a" } }),
      delta({ audio: { transcript: "Yes, " } }),
      delta({ audio: { data: "UklGRg==" } }),
      delta({ content: "", audio: { transcript: "it is." } }),
      FINISH,
      DONE,
    ),
  ],
])("a spoken answer is read: %s", async (_, reply) => {
  const { turn } = await playProvider({ answers: [reply] });
  expect(turn.answer).toBe("Yes, it is.");
});

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==";
const image = (url: string) => ({ type: "image_url", image_url: { url } });

it.each([
  ["beside the text, twice", { content: "Red.", images: [image(PNG), image(PNG)] }, "Red."],
  ["alone", { content: "", images: [image(PNG)] }, "Here is the picture."],
  ["among the parts", { content: [{ type: "text", text: "Red." }, image(PNG)] }, "Red."],
  [
    "that is none",
    { content: "Red.", images: [image("data:image/png;base64,AAAA")] },
    "Red.\n\nThere was a picture in this answer that could not be shown.",
  ],
  [
    "on the network, which is not fetched",
    { content: "Red.", images: [image("https://one.example/a.png")] },
    "Red.\n\nThis answer points to a picture elsewhere, which was not loaded: <https://one.example/a.png>",
  ],
  [
    "elsewhere and without a word",
    { content: [image("http://one.example/a b>[x](y).png")] },
    "This answer points to a picture elsewhere, which was not loaded: <http://one.example/a%20b%3E[x](y).png>",
  ],
  [
    "elsewhere, and named in the text",
    { content: "Red: https://one.example/a.png", images: [image("https://one.example/a.png")] },
    "Red: https://one.example/a.png",
  ],
  [
    "at an address that is none of the web",
    {
      content: "Red.",
      images: [image("file:///etc/passwd"), image("https://"), image("ftp://a/b")],
    },
    "Red.",
  ],
  [
    "of a kind that can hold a script",
    { content: "Red.", images: [image("data:image/svg+xml;base64,AAAA")] },
    "Red.\n\nThere was a picture in this answer that could not be shown.",
  ],
])("a picture is a file of the answer: %s", async (name, message, text) => {
  for (const reply of [
    json(200, { choices: [{ message, finish_reason: "stop" }] }),
    send(delta(message), FINISH, DONE),
  ]) {
    const { turn } = await playProvider({ answers: [reply] });
    expect(turn.answer).toBe(text);
    expect(turn.result.ending).toBe("complete");
    const kept = await db().attachment.findMany({ where: { messageId: turn.answerMessageId } });
    const isKept = /twice|alone|parts/.test(name);
    expect(kept.map(({ mediaType }) => mediaType)).toEqual(isKept ? ["image/png"] : []);
    const logged = turn.of("documents.kept").flatMap(({ files }) => files);
    expect(logged.map(({ sha256 }) => sha256)).toEqual(kept.map(({ sha256 }) => sha256));
  }
});
