import { once } from "node:events";
import { Agent, createServer, get, IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS, type RunPorts } from "../../contracts/run/run-work.ts";
import {
  createPerson,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { executeRun } from "../execute-run.ts";
import { runRegistry } from "../run-registry.ts";
import { streamRun } from "./stream-run.ts";

provideTestDatabase();

const PIECES = ["One ", "naïve ", "mirror 🪞", "\n\nand its ", "silver"];

let server: Server;
let person: Actor;
beforeAll(async () => {
  person = await createPerson();
  server = createServer((request, response) => {
    const runId = (request.url ?? "").slice(1);
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    streamRun(person, runId, 0, response, headers).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const port = () => (server.address() as AddressInfo).port;

type Work = (emitText: RunPorts["emitText"], appendEvent: RunPorts["appendEvent"]) => Promise<void>;

/** Emits each piece in a separate turn of the event loop. */
const speakSlowly: Work = async (emitText) => {
  for (const piece of PIECES) {
    emitText(piece);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
};

/** A run that emits text only when the test tells it to. */
async function startSilentRun(
  work = speakSlowly,
): Promise<{ runId: string; speak(): Promise<void> }> {
  const begun = await createTurn(person, newTurn({ leaseOwner: runRegistry().instanceId }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId } = begun.turn;
  const told = Promise.withResolvers<void>();
  executeRun(begun.turn, async ({ emitText, appendEvent }) => {
    await told.promise;
    await work(emitText, appendEvent);
    return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS };
  });
  const { done } = runRegistry().runs.get(runId) ?? {};
  return {
    runId,
    speak: async () => {
      told.resolve();
      await done;
    },
  };
}

function ask(runId: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: port(), path: `/${runId}`, agent }, resolve).on("error", reject);
  });
}

function deltasIn(body: string): string[] {
  return body.split("\n\n").filter((frame) => frame.startsWith("data:"));
}

function saidIn(body: string): string {
  return deltasIn(body)
    .map((frame) => (JSON.parse(frame.slice(5)) as [number, string])[1])
    .join("");
}

describe("streamRun", () => {
  it("streams the whole answer and keeps the connection for the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let turn = 1; turn <= 2; turn += 1) {
      const { runId, speak } = await startSilentRun();
      const response = await ask(runId, agent);
      ports.add(response.socket.localPort);
      const [body] = await Promise.all([text(response), speak()]);
      expect(saidIn(body)).toBe(PIECES.join(""));
      expect(body).toMatch(/^event:snapshot\n/);
      expect(body).toMatch(/event:end\ndata:\{.*"complete".*\}\n\n$/);
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  it("sends the sources before the end, to a reader who comes after it, too", async () => {
    const source = { kind: "page", number: 1, title: "Glass", address: null } as const;
    const { runId, speak } = await startSilentRun(async (emitText, appendEvent) => {
      emitText("Sand [1].");
      appendEvent({ type: "sources.shown", sources: [source] });
    });
    const agent = new Agent();
    const response = await ask(runId, agent);
    const [live] = await Promise.all([text(response), speak()]);
    const late = await text(await ask(runId, agent));
    for (const body of [live, late]) {
      const told = /event:sources\ndata:(.*)\n\nevent:end\n/.exec(body)?.[1] ?? "null";
      expect(JSON.parse(told)).toMatchObject({ sources: [source] });
      expect(body.match(/event:sources/g)).toHaveLength(1);
    }
    agent.destroy();
  });

  it("writes nothing that waited while the lease ran out, until it has the lease again", async () => {
    const begun = await startSilentRun(async (emitText) => {
      const runLog = runRegistry().runs.get(begun.runId)?.log;
      emitText("One ");
      runLog?.hold(performance.now() - 1);
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      runLog?.hold(performance.now() + 60_000);
      emitText("two");
    });
    const agent = new Agent();
    const response = await ask(begun.runId, agent);
    const [body] = await Promise.all([text(response), begun.speak()]);
    expect(saidIn(body)).toBe("One two");
    expect(deltasIn(body)).toHaveLength(1);
    agent.destroy();
  });

  it("writes all deltas of one turn of the event loop as one frame", async () => {
    const { runId, speak } = await startSilentRun(async (emitText) => {
      for (const piece of PIECES) emitText(piece);
    });
    const agent = new Agent();
    const response = await ask(runId, agent);
    const [body] = await Promise.all([text(response), speak()]);
    expect(saidIn(body)).toBe(PIECES.join(""));
    expect(deltasIn(body)).toHaveLength(1);
    agent.destroy();
  });

  it("writes without chunked encoding to an HTTP/1.0 client", async () => {
    const { runId, speak } = await startSilentRun();
    const socket = connect(port(), "127.0.0.1");
    socket.write(`GET /${runId} HTTP/1.0\r\n\r\n`);
    const first = new Promise((resolve) => socket.once("readable", () => resolve(undefined)));
    const whole = first.then(() => text(socket));
    await first;
    const [answer] = await Promise.all([whole, speak()]);
    const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
    expect(head).not.toMatch(/transfer-encoding/i);
    expect(body).not.toContain("\r\n");
    expect(saidIn(body)).toBe(PIECES.join(""));
  });
});

it("does not follow for a reader who left before it began", async () => {
  const { runId, speak } = await startSilentRun();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  await once(response, "close");
  const subscribe = vi.spyOn(runRegistry().runs.get(runId)?.log ?? expect.fail(), "subscribe");
  await streamRun(person, runId, 0, response, {});
  expect(subscribe).not.toHaveBeenCalled();
  await speak();
});
