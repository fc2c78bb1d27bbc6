import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";

let server: Server;
let asked = 0;
let hasEmbeddings = true;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({
        object: "embedding",
        index,
        embedding: [text.length, 1],
      }));
      response.writeHead(hasEmbeddings ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(hasEmbeddings ? { object: "list", data } : { error: {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.OPENAI_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  process.env.DATABASE_URL = "postgresql://127.0.0.1/unused";
  process.env.BETTER_AUTH_SECRET = "test-secret-that-is-long-enough-to-pass";
});
afterAll(() => server.close());

it("gives one vector a text, and asks an endpoint without embeddings twice", async () => {
  const { embed } = await import("./embed.ts");
  const { signal } = new AbortController();
  expect(await embed(["a", "bcd"], signal)).toEqual([
    [1, 1],
    [3, 1],
  ]);
  hasEmbeddings = false;
  for (const text of ["a", "b"]) await expect(embed([text], signal)).rejects.toThrow();
  const before = asked;
  await expect(embed(["a"], signal)).rejects.toThrow(/no embeddings/);
  expect(asked).toBe(before);
});
