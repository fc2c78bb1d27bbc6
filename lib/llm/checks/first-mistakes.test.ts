/**
 * The mistakes that a first-time operator makes, with the sentence that they read. docs/providers.md has the same
 * sentences; the last test compares them.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { ConnectionState } from "../../contracts/model/connection-check.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { type ModelServer, startModelServer } from "../testing/start-model-server.ts";
import { testConnection } from "../testing/test-client.ts";
import { checkConnection } from "./check-connection.ts";

const COMPLETION = {
  status: 200,
  body: { choices: [{ index: 0, message: { content: "OK" }, finish_reason: "stop" }] },
};
const MODELS = ["gpt-5-mini", "gpt-5", "o4-mini"];
const PAGE = "<!DOCTYPE html><html><title>Welcome</title></html>";

type Server = Parameters<typeof startModelServer>[0];
type Mistake = {
  name: string;
  server: Server;
  /** What is set, with the address of the running server. */
  given(server: ModelServer): Partial<ModelConnection>;
  state: ConnectionState;
  /** HOST stands for the server's address and port. */
  sentence: string;
};

const at = (path: string) => (server: ModelServer) => ({ baseUrl: server.origin + path });
const keyed = (apiKey: string) => (server: ModelServer) => ({
  baseUrl: `${server.origin}/v1`,
  apiKey,
});
const refusing = (status: number, body: unknown): Server => ({
  answer: () => ({ status, body }),
});
const says = (message: string, code: string | null = null) => ({ error: { message, code } });

const MISTAKES: readonly Mistake[] = [
  {
    name: "a wrong port",
    server: {},
    given: () => ({ baseUrl: "http://127.0.0.1:10/v1" }),
    state: "unreachable",
    sentence:
      "Nothing listens at 127.0.0.1:10. Start the model server, or correct the port in OPENAI_BASE_URL.",
  },
  {
    name: "no /v1",
    server: { models: MODELS },
    given: at(""),
    state: "unreachable",
    sentence:
      "There is no model server at http://HOST, but there is one at http://HOST/v1. Set OPENAI_BASE_URL to that.",
  },
  {
    name: "/v1 twice",
    server: { models: MODELS },
    given: at("/v1/v1"),
    state: "unreachable",
    sentence:
      "There is no model server at http://HOST/v1/v1, but there is one at http://HOST/v1. Set OPENAI_BASE_URL to that.",
  },
  {
    name: "the address of one call",
    server: { models: MODELS },
    given: at("/v1/chat/completions"),
    state: "unreachable",
    sentence:
      "There is no model server at http://HOST/v1/chat/completions, but there is one at http://HOST/v1. Set OPENAI_BASE_URL to that.",
  },
  {
    name: "https at an http port",
    server: { models: MODELS },
    given: ({ port }) => ({ baseUrl: `https://127.0.0.1:${port}/v1` }),
    state: "unreachable",
    sentence: "HOST does not speak https. Write http:// in OPENAI_BASE_URL.",
  },
  {
    name: "http at an https port",
    server: { models: MODELS, isEncrypted: true },
    given: ({ port }) => ({ baseUrl: `http://127.0.0.1:${port}/v1` }),
    state: "unreachable",
    sentence: "HOST speaks https only. Write https:// in OPENAI_BASE_URL.",
  },
  {
    name: "a certificate signed by itself",
    server: { models: MODELS, isEncrypted: true },
    given: at("/v1"),
    state: "unreachable",
    sentence:
      "HOST has a certificate that this machine does not trust (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS to the file of the authority that signed it.",
  },
  {
    name: "an unknown name",
    server: {},
    given: () => ({ baseUrl: "http://no-such-machine.invalid/v1" }),
    state: "unreachable",
    sentence:
      "No machine is known by the name no-such-machine.invalid. Correct it in OPENAI_BASE_URL.",
  },
  {
    name: "no key",
    server: { models: MODELS, key: "right" },
    given: keyed(""),
    state: "unauthorised",
    sentence: "HOST wants a key. Set OPENAI_API_KEY.",
  },
  {
    name: "a wrong key",
    server: { models: MODELS, key: "right" },
    given: keyed("wrong-key-of-mine"),
    state: "unauthorised",
    sentence: "HOST refuses the key in OPENAI_API_KEY (401: Incorrect API key provided).",
  },
  {
    name: "the key of another provider",
    server: refusing(401, says("No such key.")),
    given: keyed("sk-or-v1-0123456789abcdef"),
    state: "unauthorised",
    sentence:
      "HOST refuses the key in OPENAI_API_KEY (401: No such key). It looks like a key of OpenRouter.",
  },
  {
    name: "a key in quotation marks",
    server: refusing(401, says("No such key.")),
    given: keyed('"right-key-in-quotes"'),
    state: "unauthorised",
    sentence:
      "HOST refuses the key in OPENAI_API_KEY (401: No such key). It contains quotation marks.",
  },
  {
    name: "a key with a space",
    server: refusing(401, says("No such key.")),
    given: keyed("right key-with-space"),
    state: "unauthorised",
    sentence:
      "HOST refuses the key in OPENAI_API_KEY (401: No such key). It contains a space or a line break.",
  },
  {
    name: "a key with a line break",
    server: { models: MODELS, key: "right" },
    given: keyed("right\nkey-on-two-lines"),
    state: "unauthorised",
    sentence:
      "The key in OPENAI_API_KEY cannot be sent: it contains a line break or a character that no key has.",
  },
  {
    name: "a key without rights, or a country that is not served",
    server: refusing(403, says("Country, region, or territory not supported")),
    given: keyed("right-key-wrong-place"),
    state: "unauthorised",
    sentence:
      "HOST does not let the key in OPENAI_API_KEY do this (403: Country, region, or territory not supported). Its rights, or the country of this machine, may be the reason.",
  },
  {
    name: "an account without credit",
    server: {
      answer: ({ url }) =>
        url === "/v1/models"
          ? { status: 200, body: { data: MODELS.map((id) => ({ id })) } }
          : { status: 402, body: says("Insufficient credits") },
    },
    given: ({ origin }) => ({ baseUrl: `${origin}/v1`, provider: "openrouter" }),
    state: "failing",
    sentence:
      "The account of the key in OPENAI_API_KEY has no credit at HOST (402: Insufficient credits).",
  },
  {
    name: "a key that is used too often",
    server: refusing(429, says("Rate limit reached")),
    given: at("/v1"),
    state: "failing",
    sentence:
      "HOST limits how often the key in OPENAI_API_KEY may be used (429: Rate limit reached). Ask again later.",
  },
  {
    name: "a misspelt model",
    server: { models: MODELS },
    given: ({ origin }) => ({ baseUrl: `${origin}/v1`, model: "gpt5-mini" }),
    state: "no-such-model",
    sentence:
      'HOST has no model "gpt5-mini". It has gpt-5-mini, o4-mini, gpt-5. Correct OPENAI_MODEL.',
  },
  {
    name: "a model that Ollama has not pulled",
    server: {
      models: ["llama3.2:latest"],
      answer: ({ method }) =>
        method === "POST"
          ? { status: 404, body: says('model "qwen3:8b" not found, try pulling it first') }
          : null,
    },
    given: ({ origin }) => ({ baseUrl: `${origin}/v1`, provider: "ollama", model: "qwen3:8b" }),
    state: "no-such-model",
    sentence:
      'HOST has no model "qwen3:8b". It has llama3.2:latest. Correct OPENAI_MODEL, or run "ollama pull qwen3:8b" there.',
  },
  {
    name: "a model for embeddings",
    server: {
      models: ["nomic-embed-text"],
      answer: ({ method }) =>
        method === "POST"
          ? { status: 400, body: says('"nomic-embed-text" does not support chat') }
          : null,
    },
    given: ({ origin }) => ({ baseUrl: `${origin}/v1`, model: "nomic-embed-text" }),
    state: "no-such-model",
    sentence:
      '"nomic-embed-text" at HOST cannot chat (400: "nomic-embed-text" does not support chat). Set OPENAI_MODEL to a chat model.',
  },
  {
    name: "Azure without api-version",
    server: refusing(400, says("Missing required query parameter: api-version")),
    given: ({ origin }) => ({
      baseUrl: `${origin}/openai/deployments/mine`,
      provider: "azure",
    }),
    state: "unreachable",
    sentence:
      'HOST wants an api-version (400: Missing required query parameter: api-version). Set OPENAI_BASE_URL to https://RESOURCE.openai.azure.com/openai/v1, or give "query": {"api-version": …} in models.json.',
  },
  {
    name: "Azure with a deployment that is not there",
    server: {
      models: ["gpt-4o"],
      answer: ({ method }) =>
        method === "POST"
          ? {
              status: 404,
              body: says("The API deployment does not exist.", "DeploymentNotFound"),
            }
          : null,
    },
    given: ({ origin }) => ({ baseUrl: `${origin}/v1`, provider: "azure", model: "my-gpt" }),
    state: "no-such-model",
    sentence: 'HOST has no deployment "my-gpt". It has gpt-4o. Correct OPENAI_MODEL.',
  },
  {
    name: "a proxy or a sign-in page in between",
    server: refusing(200, PAGE),
    given: at("/v1"),
    state: "unreachable",
    sentence:
      "http://HOST/v1 answers with a web page (200), not as a model server. A proxy may be in between, or OPENAI_BASE_URL is the address of a web interface.",
  },
  {
    name: "a redirect",
    server: {
      answer: () => ({
        status: 301,
        body: "",
        headers: { location: "https://models.example/v1?k=1" },
      }),
    },
    given: at("/v1"),
    state: "unreachable",
    sentence:
      "http://HOST/v1 redirects to https://models.example/v1, and redirects are not followed. Set OPENAI_BASE_URL to the address of the model server.",
  },
  {
    name: "a server that is still loading",
    server: refusing(503, says("Loading model")),
    given: at("/v1"),
    state: "unreachable",
    sentence:
      "The server at HOST is not ready yet (503: Loading model). It may still be loading the model.",
  },
  {
    name: "a password in the address",
    server: { models: MODELS },
    given: ({ port }) => ({ baseUrl: `http://me:secret@127.0.0.1:${port}/v1` }),
    state: "unreachable",
    sentence:
      "OPENAI_BASE_URL contains a user name or a password, which is not sent. Remove it; a key belongs in OPENAI_API_KEY.",
  },
  {
    name: "a query in the address",
    server: { models: MODELS },
    given: at("/v1?api-version=2024-10-21"),
    state: "unreachable",
    sentence:
      'OPENAI_BASE_URL contains a query ("?…"), which does not belong there. Remove it, or give it as "query" in models.json.',
  },
  {
    name: "a firewall that lets nothing through",
    server: { isSilent: true },
    given: ({ origin }) => ({
      baseUrl: `${origin}/v1`,
      timeouts: { firstTokenMs: 1_500, silenceMs: null },
    }),
    state: "unreachable",
    sentence:
      "HOST did not answer within 1.5 s. Is OPENAI_BASE_URL right, and is no firewall in between?",
  },
  {
    name: "another program behind the port",
    server: refusing(404, { detail: "Not Found" }),
    given: at("/v1"),
    state: "unreachable",
    sentence:
      "What answers at http://HOST/v1 is no model server (404: Not Found). Correct OPENAI_BASE_URL.",
  },
];

let server: ModelServer | undefined;
afterEach(() => server?.close());

function connect(given: Partial<ModelConnection>): ModelConnection {
  return {
    ...testConnection(""),
    keyName: "OPENAI_API_KEY",
    setIn: { address: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
    model: "gpt-5-mini",
    ...given,
  };
}

describe("a first-time operator with", () => {
  it.each(MISTAKES)("$name reads what to do", async ({ server: plan, given, state, sentence }) => {
    server = await startModelServer(plan);
    const connection = connect(given(server));
    const check = await checkConnection(connection);
    const host = `127.0.0.1:${server.port}`;
    expect(check).toEqual({ state, sentence: sentence.replaceAll("HOST", host) });
    if (connection.apiKey) expect(check.sentence).not.toContain(connection.apiKey);
  });

  it("any of these finds the sentence in docs/providers.md", () => {
    const page = readFileSync("docs/providers.md", "utf8");
    const rows = MISTAKES.map(
      ({ name, sentence }) => `| ${name} | ${sentence.replace("1.5 s", "60 s")} |`,
    );
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });
});

describe("a connection is right", () => {
  const fine = async (plan: Server, given: Partial<ModelConnection>) => {
    server = await startModelServer(plan);
    return checkConnection(connect({ baseUrl: `${server.origin}/v1`, ...given }));
  };

  it.each([
    ["by its name", "gpt-5-mini", "gpt-5-mini"],
    ["without its date", "gpt-5-mini", "gpt-5-mini-2025-08-07"],
    ["without :latest", "llama3.2", "llama3.2:latest"],
    ["as Google lists it", "gemini-2.5-flash", "models/gemini-2.5-flash"],
  ])("where the list has the model %s", async (_, model, listed) => {
    const answer: Server["answer"] = ({ method }) => (method === "GET" ? null : COMPLETION);
    expect(await fine({ models: [listed], answer }, { model })).toMatchObject({ state: "ok" });
    expect(server?.requests).toEqual(["GET /v1/models", "POST /v1/chat/completions"]);
  });

  it("where a server without a list completes", async () => {
    const answer: Server["answer"] = ({ method }) =>
      method === "GET" ? { status: 404, body: "404 page not found" } : null;
    expect(await fine({ models: ["gpt-5-mini"], answer }, {})).toMatchObject({ state: "ok" });
  });
});
