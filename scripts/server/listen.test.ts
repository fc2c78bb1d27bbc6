import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { findFreePort, isPortFree } from "../processes/find-free-port.ts";
import { type Listener, listen } from "./listen.ts";

const HOST = "127.0.0.1";
let listener: Listener | undefined;
afterEach(() => listener?.close());

async function serve(server: Server): Promise<number> {
  const port = await findFreePort();
  listener = await listen(server, { hostname: HOST, port });
  return port;
}

function ask(port: number, agent: Agent | false = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: HOST, port, agent }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve(text);
    });
    asked.on("error", reject).end();
  });
}

describe("listen", () => {
  it("answers many connections at once", async () => {
    const server = createServer((incoming, response) => {
      const { localPort, remotePort } = incoming.socket;
      response.end(`${localPort} ${remotePort}`);
    });
    const port = await serve(server);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(port)));
    expect(new Set(answers).size).toBe(40);
    expect(answers.every((answer) => answer.startsWith(`${port} `))).toBe(true);
    expect((server.address() as AddressInfo).port).toBe(port);
  });

  it("says so where the port is taken", async () => {
    const port = await serve(createServer());
    expect(await isPortFree(port)).toBe(false);
    const other = createServer();
    const taken = await findFreePort();
    await new Promise<void>((resolve) => other.listen(taken, HOST, resolve));
    const tried = listen(createServer(), { hostname: HOST, port: taken });
    await expect(tried).rejects.toMatchObject({ code: "EADDRINUSE" });
    await new Promise((resolve) => other.close(resolve));
  });

  it("answers what is under way before it is closed, and takes nothing new", async () => {
    let finish: (() => void) | undefined;
    const port = await serve(
      createServer((_incoming, response) => {
        response.write("first, ");
        finish = () => response.end("then the rest");
      }),
    );
    const answer = ask(port);
    while (!finish) await delay(1);
    let isClosed = false;
    const closed = listener?.close().then(() => {
      isClosed = true;
    });
    await expect(ask(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(isClosed).toBe(false);
    finish();
    expect(await answer).toBe("first, then the rest");
    await closed;
    listener = undefined;
  });

  it("does not wait for another request on a connection whose answer ended while it closed", async () => {
    let finish: (() => void) | undefined;
    const server = createServer((_incoming, response) => {
      response.write("first, ");
      finish = () => response.end("then the rest");
    });
    server.keepAliveTimeout = 60_000;
    const agent = new Agent({ keepAlive: true });
    const answer = ask(await serve(server), agent);
    while (!finish) await delay(1);
    const closed = listener?.close();
    listener = undefined;
    finish();
    expect(await answer).toBe("first, then the rest");
    await closed;
    agent.destroy();
  });
});
