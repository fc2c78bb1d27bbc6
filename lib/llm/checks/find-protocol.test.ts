/** Servers that speak another protocol than their address says. */
import { createServer as createHttp2Server, createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelConnection } from "../connections/model-connection.ts";
import { createCertificate, startModelServer } from "../testing/start-model-server.ts";
import { testConnection } from "../testing/test-client.ts";
import type { Answered } from "./ask-server.ts";
import { checkConnection } from "./check-connection.ts";
import { nameRefusal } from "./name-problem.ts";

const KEY = "right-key-of-this-test";

let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

function connect(given: Partial<ModelConnection>): ModelConnection {
  const setIn = { address: "OPENAI_BASE_URL", model: "OPENAI_MODEL" };
  return { ...testConnection(""), apiKey: KEY, setIn, ...given };
}

const redirected = (location: string): Answered => ({
  kind: "answered",
  status: 301,
  location,
  isPage: false,
  text: "",
  body: undefined,
  words: "",
  coded: "",
});

describe("a protocol that is not spoken here", () => {
  const listen = async (server: ReturnType<typeof createHttp2Server>) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => new Promise((resolve) => server.close(resolve));
    return (server.address() as AddressInfo).port;
  };

  it.each(["http", "https"])(
    "HTTP/2 without encryption is named to an address of %s",
    async (scheme) => {
      const port = await listen(createHttp2Server());
      const { state, sentence } = await checkConnection(
        connect({ baseUrl: `${scheme}://127.0.0.1:${port}/v1` }),
      );
      expect(sentence).toBe(
        `127.0.0.1:${port} speaks HTTP/2 only, without encryption. Let it speak HTTP/1.1, too, or put a proxy before it that does.`,
      );
      expect(state).toBe("unreachable");
    },
  );

  it.each(["http", "https"])("HTTP/2 is named to an address of %s", async (scheme) => {
    const port = await listen(
      createSecureServer({ ...createCertificate(), allowHTTP1: false }) as never,
    );
    const { sentence } = await checkConnection(
      connect({ baseUrl: `${scheme}://127.0.0.1:${port}/v1` }),
    );
    expect(sentence).toBe(
      `127.0.0.1:${port} speaks HTTP/2 only. Let it speak HTTP/1.1, too, or put a proxy before it that does.`,
    );
  });

  it("is never advised where a key would travel unencrypted", async () => {
    const server = await startModelServer({});
    close = server.close;
    // Not the name of this machine, as far as the doctor knows.
    const given = { baseUrl: `https://0.0.0.0:${server.port}/v1` };
    const host = `0.0.0.0:${server.port}`;
    expect((await checkConnection(connect(given))).sentence).toBe(
      `${host} does not speak https, and a key must not travel unencrypted. Give the server a certificate, or put a proxy with one before it.`,
    );
    expect((await checkConnection(connect({ ...given, apiKey: "" }))).sentence).toBe(
      `${host} does not speak https. Write http:// in OPENAI_BASE_URL.`,
    );
  });

  it("a redirect to http is not advised", async () => {
    const { sentence } = nameRefusal(
      connect({ baseUrl: "https://models.example/v1" }),
      redirected("http://models.example/v1"),
    ) ?? { sentence: "" };
    expect(sentence).toBe(
      "https://models.example/v1 redirects to http://models.example/v1, which is not encrypted, and redirects are not followed. Find the https address of the model server for OPENAI_BASE_URL.",
    );
  });

  it("no key is sent to find the protocol out", async () => {
    const seen: string[] = [];
    const server = await startModelServer({
      answer: ({ headers }) => {
        seen.push(JSON.stringify(headers));
        return null;
      },
    });
    close = server.close;
    await checkConnection(connect({ baseUrl: `https://127.0.0.1:${server.port}/v1` }));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join()).not.toContain(KEY);
  });
});
