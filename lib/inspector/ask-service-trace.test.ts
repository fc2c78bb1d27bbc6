/** What counts as a trace: the one that was asked for, in our form, from the service itself. */
import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askServiceTrace } from "./ask-service-trace.ts";

const ID = randomUUID();
const TRACE = { conversation_id: ID, run_id: "run-1", calls: [], segments: {} };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function askOf(answer: (response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const service = { UMS_BASE_URL: `http://127.0.0.1:${port}/v1/`, UMS_OPERATOR_KEY: "operator" };
  return { trace: await askServiceTrace(ID, "run-1", service), asked };
}

const json = (body: object) => (response: ServerResponse) =>
  void response.end(JSON.stringify(body));

describe("askServiceTrace", () => {
  it("asks the trace address with the operator's key", async () => {
    const { trace, asked } = await askOf(json(TRACE));
    expect(trace).toMatchObject({ calls: [], segments: {} });
    expect(asked).toEqual([`GET /v1/conversations/${ID}/runs/run-1/trace Bearer operator`]);
  });

  it.each([
    ["has no such address", (response: ServerResponse) => void response.writeHead(404).end("{}")],
    ["refuses", (response: ServerResponse) => void response.writeHead(401).end("{}")],
    ["answers no JSON", (response: ServerResponse) => void response.end("<html>")],
    ["answers in another form", json({ ...TRACE, segments: [] })],
    ["answers for another run", json({ ...TRACE, run_id: "run-2" })],
    ["breaks off", (response: ServerResponse) => void response.destroy()],
    [
      "sends the key elsewhere",
      (response: ServerResponse) => void response.writeHead(302, { location: "/else" }).end(),
    ],
  ])("gives nothing where the service %s", async (_why, answer) => {
    expect((await askOf(answer)).trace).toBeNull();
  });
});
