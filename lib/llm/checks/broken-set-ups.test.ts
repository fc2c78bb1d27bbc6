/**
 * What the doctor says of servers that do not work, and of some that do although they look broken. docs/providers.md has
 * the same sentences with the doctor's exit code; the last test compares them.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelConnection } from "../connections/model-connection.ts";
import {
  brokenStream,
  DONE,
  FINISH,
  json,
  type RawAnswer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { testConnection } from "../testing/test-client.ts";
import { checkConnection } from "./check-connection.ts";

const MODEL = "gpt-5-mini";
const KEY = "right-key-of-this-test";
const says = (message: string, code: string | null = null) => ({ error: { message, code } });
const LIST = json(200, { data: [{ id: MODEL }] });
const NO_LIST = json(404, says("no such route"));
const WORKS = stream(textEvent("OK"), FINISH, DONE);

type SetUp = {
  name: string;
  /** The answer to the completion. */
  chat: RawAnswer;
  list?: RawAnswer;
  given?: (origin: string) => Partial<ModelConnection>;
  exit: 0 | 1;
  /** HOST stands for the server's address and port. */
  sentence: string;
};

const whole = (message: unknown, finish_reason = "stop") =>
  json(200, { model: MODEL, choices: [{ index: 0, message, finish_reason }] });

/** Lists its models only once it was asked for a completion. */
function listingLate(chat: RawAnswer): Pick<SetUp, "list" | "chat"> {
  const asked = Promise.withResolvers<void>();
  return {
    list: (response, request) => void asked.promise.then(() => LIST(response, request)),
    chat: (response, request) => {
      asked.resolve();
      chat(response, request);
    },
  };
}

/** Refuses bodies with a part, by its field. */
const refusing =
  (field: string, answer: RawAnswer, otherwise: RawAnswer): RawAnswer =>
  (response, request) =>
    (field in bodyOf(request) ? answer : otherwise)(response, request);
const bodies = new WeakMap<object, Record<string, unknown>>();
const bodyOf = (request: object) => bodies.get(request) ?? {};
const redirect =
  (location: string): RawAnswer =>
  (response) => {
    response.writeHead(302, { location });
    response.end();
  };
const sending =
  (headers: Record<string, string>, body: string | Uint8Array): RawAnswer =>
  (response) => {
    response.writeHead(200, headers);
    response.end(body);
  };

const SET_UPS: readonly SetUp[] = [
  {
    name: "a wrong key, said with 400",
    list: json(400, [
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
        },
      },
    ]),
    chat: json(400, [
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
        },
      },
    ]),
    exit: 1,
    sentence:
      "HOST refuses the key in OPENAI_API_KEY (400: API key not valid. Please pass a valid API key).",
  },
  {
    name: "a wrong key, said with 401",
    list: json(401, { detail: "Unauthorized" }),
    chat: json(401, { detail: "Unauthorized" }),
    exit: 1,
    sentence: "HOST refuses the key in OPENAI_API_KEY (401: Unauthorized).",
  },
  {
    name: "a wrong key, said with 403",
    list: json(403, says("Invalid API Key")),
    chat: json(403, says("Invalid API Key")),
    exit: 1,
    sentence: "HOST refuses the key in OPENAI_API_KEY (403: Invalid API Key).",
  },
  {
    name: "a wrong key, said with 500 by a gateway",
    chat: json(500, says("litellm.AuthenticationError: invalid api key for the provider")),
    exit: 1,
    sentence:
      "HOST refuses the key in OPENAI_API_KEY (500: litellm.AuthenticationError: invalid api key for the provider).",
  },
  {
    name: "a public list, and closed completions",
    chat: json(401, says("User not found.")),
    exit: 1,
    sentence: "HOST refuses the key in OPENAI_API_KEY (401: User not found).",
  },
  {
    name: "a closed list, and open completions",
    list: json(403, says("You have insufficient permissions. Missing scopes: api.model.read.")),
    chat: WORKS,
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "no credit, said with 429",
    chat: json(429, says("You exceeded your current quota", "insufficient_quota")),
    exit: 1,
    sentence:
      "The account of the key in OPENAI_API_KEY has no credit at HOST (429: You exceeded your current quota).",
  },
  {
    name: "out of memory",
    chat: json(500, says("CUDA out of memory. Tried to allocate 2.00 GiB")),
    exit: 1,
    sentence:
      '"gpt-5-mini" does not fit into the memory of HOST (500: CUDA out of memory. Tried to allocate 2.00 GiB). Choose a smaller model or a shorter context there.',
  },
  {
    name: "a listed model that cannot chat",
    chat: json(
      404,
      says("This is not a chat model and thus not supported in the v1/chat/completions endpoint."),
    ),
    exit: 1,
    sentence:
      '"gpt-5-mini" at HOST cannot chat (404: This is not a chat model and thus not supported in the v1/chat/completions endpoint). Set OPENAI_MODEL to a chat model.',
  },
  {
    name: "200 with an error",
    chat: json(200, says("Provider returned error", "502")),
    exit: 1,
    sentence: "The server at HOST fails (502: Provider returned error).",
  },
  {
    name: "200 with a refused key",
    chat: json(200, says("Invalid API key")),
    exit: 1,
    sentence: "HOST refuses the key in OPENAI_API_KEY (200: Invalid API key).",
  },
  {
    name: "an error in the stream",
    chat: stream(`data: ${JSON.stringify(says("Insufficient credits", "402"))}\n\n`),
    exit: 1,
    sentence:
      "The account of the key in OPENAI_API_KEY has no credit at HOST (402: Insufficient credits).",
  },
  {
    name: "a web page",
    list: sending({ "content-type": "text/html" }, "<!DOCTYPE html><html></html>"),
    chat: sending({ "content-type": "text/html" }, "<!DOCTYPE html><html></html>"),
    exit: 1,
    sentence:
      "http://HOST/v1 answers with a web page (200), not as a model server. A proxy may be in between, or OPENAI_BASE_URL is the address of a web interface.",
  },
  {
    name: "a list, and a web page for completions",
    chat: sending({ "content-type": "text/html" }, "<html><body>Please sign in</body></html>"),
    exit: 1,
    sentence:
      "http://HOST/v1 answers with a web page (200), not as a model server. A proxy may be in between, or OPENAI_BASE_URL is the address of a web interface.",
  },
  {
    name: "a failing gateway with a page of its own",
    chat: (response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html><h1>502 Bad Gateway</h1></html>");
    },
    exit: 1,
    sentence: "The server at HOST fails (502).",
  },
  {
    name: "a list of 5,000 models, without the model",
    list: json(200, {
      data: Array.from({ length: 5_000 }, (_, index) => ({ id: `model-${index}` })),
    }),
    chat: json(404, says("The model `gpt-5-mini` does not exist", "model_not_found")),
    exit: 1,
    sentence:
      'HOST has no model "gpt-5-mini". It has model-0, model-1, model-2, model-3, model-4, and 4995 more. Correct OPENAI_MODEL.',
  },
  {
    name: "a list of 20 MB",
    list: json(200, {
      data: Array.from({ length: 5_000 }, (_, index) => ({
        id: `model-${index}`,
        description: "x".repeat(4_000),
      })),
    }),
    chat: WORKS,
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "a list that comes late",
    ...listingLate(json(404, says("The model `gpt-5-mini` does not exist", "model_not_found"))),
    exit: 1,
    sentence:
      'HOST lists "gpt-5-mini" and refuses it (404: The model `gpt-5-mini` does not exist). It may be closed to the key in OPENAI_API_KEY. Choose another in OPENAI_MODEL.',
  },
  {
    name: "a list that never comes",
    list: () => undefined,
    chat: WORKS,
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "a list at which the server hangs up",
    list: (response) => void response.destroy(),
    chat: WORKS,
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "no list at all",
    list: NO_LIST,
    chat: WORKS,
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "a redirect of completions only",
    chat: redirect("https://models.example/v2/chat/completions?key=1"),
    exit: 1,
    sentence:
      "http://HOST/v1 redirects to https://models.example/v2/chat/completions, and redirects are not followed. Set OPENAI_BASE_URL to the address of the model server.",
  },
  {
    name: "an empty answer",
    chat: whole({ content: "" }),
    exit: 1,
    sentence: '"gpt-5-mini" at HOST answers with nothing (200, stop).',
  },
  {
    name: "reasoning and no answer",
    chat: whole({ content: "", reasoning_content: "Let me think." }),
    exit: 1,
    sentence: '"gpt-5-mini" at HOST answers with reasoning only (200, stop).',
  },
  {
    name: "200 without a body",
    chat: sending({ "content-type": "application/json" }, ""),
    exit: 1,
    sentence: '"gpt-5-mini" at HOST answers with nothing (200).',
  },
  {
    name: "a stream that is cut",
    chat: brokenStream(textEvent("O")),
    exit: 1,
    sentence: 'The answer of "gpt-5-mini" at HOST breaks off before its end (200).',
  },
  {
    name: "a stream that falls silent",
    chat: (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(textEvent("O"));
    },
    exit: 1,
    sentence: '"gpt-5-mini" at HOST began to answer (200) and then said nothing for 1.5 s.',
  },
  {
    name: "a listed model that says nothing",
    chat: () => undefined,
    exit: 1,
    sentence:
      'HOST answers, but "gpt-5-mini" said nothing for 1.5 s. It may have to be loaded first.',
  },
  {
    name: "a stream under another content type",
    chat: sending({ "content-type": "text/plain" }, textEvent("OK") + FINISH + DONE),
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "a compressed answer",
    chat: sending(
      { "content-type": "text/event-stream", "content-encoding": "gzip" },
      gzipSync(textEvent("OK") + FINISH + DONE),
    ),
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini".',
  },
  {
    name: "streams are refused",
    chat: refusing("stream", json(400, says("stream is not supported")), whole({ content: "OK" })),
    exit: 0,
    sentence:
      'HOST answers and has "gpt-5-mini". It refuses, and is asked without: Streaming (400).',
  },
  {
    name: "streams fail",
    chat: refusing("stream", json(500, says("immutable")), whole({ content: "OK" })),
    exit: 0,
    sentence:
      'HOST answers and has "gpt-5-mini". It answers only without a stream: with one it failed (500).',
  },
  {
    name: "tools are refused",
    chat: refusing("tools", json(400, says("tools are not supported by this model")), WORKS),
    exit: 0,
    sentence: 'HOST answers and has "gpt-5-mini". It refuses, and is asked without: Tools (400).',
  },
  {
    name: "a turn is refused in words that nobody knows",
    chat: json(422, says("bad input")),
    exit: 1,
    sentence: 'HOST refuses what a turn sends to "gpt-5-mini" (422: bad input).',
  },
  {
    name: "too much to do",
    chat: json(529, says("Overloaded")),
    exit: 1,
    sentence: "HOST has too much to do (529: Overloaded). Ask again later.",
  },
];

let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

function connect(given: Partial<ModelConnection>): ModelConnection {
  return {
    ...testConnection(""),
    keyName: "OPENAI_API_KEY",
    apiKey: KEY,
    setIn: { address: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
    model: MODEL,
    timeouts: { firstTokenMs: 1_500, silenceMs: null },
    ...given,
  };
}

describe("the doctor, before a server with", () => {
  it.each(SET_UPS)("$name, says so", async ({ list = LIST, chat, given, exit, sentence }) => {
    const server = await startRawServer((response, request) => {
      bodies.set(request, JSON.parse(server.bodies.at(-1) || "{}") as Record<string, unknown>);
      const path = request.url ?? "";
      const answer = path === "/v1/models" ? list : path.startsWith("/v1/chat") ? chat : NO_LIST;
      answer(response, request);
    });
    close = server.close;
    const { origin, host } = new URL(server.url);
    const connection = connect({ baseUrl: server.url, ...given?.(origin) });
    const check = await checkConnection(connection);
    expect(check.sentence).toBe(sentence.replaceAll("HOST", host));
    expect(check.state === "ok" ? 0 : 1).toBe(exit);
    expect(check.sentence).not.toContain(KEY);
  });

  it("any of these, finds the sentence in docs/providers.md", () => {
    const page = readFileSync("docs/providers.md", "utf8");
    const rows = SET_UPS.map(
      ({ name, exit, sentence }) => `| ${name} | ${exit} | ${sentence.replace("1.5 s", "60 s")} |`,
    );
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });
});
