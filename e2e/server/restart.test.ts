/** Killed children are restarted, and a shutdown ends within its grace period. */

import { connect, type Socket } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commandOf, descendantsOf, sendSignal } from "../../scripts/processes/find-process.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { type HttpPerson, joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";

/** As patient as a slow machine needs: nothing depends on how long it takes. */
const IN_TIME = { ...PATIENCE, interval: 50 };
/** Longer than these tests run, so that nothing depends on its end. */
const LEASE_MS = 200_000;

/** One stack for all of them, with a PostgreSQL that may be killed. What a test has ended, the next one starts again. */
let stack: TestStack;
let isEnded = false;
let printed: string[] = [];
beforeAll(async () => {
  stack = await startTestStack({
    name: "restart",
    ownPostgres: true,
    env: { RUN_LEASE_MS: String(LEASE_MS), SHUTDOWN_GRACE_MS: "18000" },
    onLine: (line) => printed.push(line),
  });
});
beforeEach(async () => {
  if (isEnded) await stack.startAgain();
  isEnded = false;
  printed = [];
});
afterAll(() => stack?.remove());

async function isHealthy(): Promise<boolean> {
  const response = await fetch(`${stack.url}/api/health`).catch(() => null);
  return response?.status === 200 && (await response.json()).status === "ok";
}

/** Starts a long answer; resolves when some text has arrived. */
async function startLongAnswer(person: HttpPerson, question = "Count to 2000 slowly") {
  const sent = await person.send(question);
  if (!sent.ok) throw new Error(sent.message);
  let text = "";
  const followed = person
    .follow(sent.runId, (now) => {
      text = now;
    })
    .catch(() => null);
  await expect.poll(() => text, IN_TIME).toContain("30, 31");
  return { ...sent, followed };
}

test("each killed child is restarted with its port and data, and a line is printed", async () => {
  const person = await joinOverHttp(stack);
  for (const [child, name] of [
    ["demo-model", "The demo model"],
    ["server", "The server"],
    ["postgres", "PostgreSQL"],
  ] as const) {
    const before = stack.pidOf(child);
    process.kill(before, "SIGKILL");
    const line = `${name} ended (signal SIGKILL); starting it again.`;
    await expect.poll(() => printed, IN_TIME).toContain(line);
    const isBack = async () => {
      try {
        return stack.pidOf(child) !== before && (await isHealthy());
      } catch {
        // Without a process there is no file with its id.
        return false;
      }
    };
    await expect.poll(isBack, IN_TIME).toBe(true);
    await expect
      .poll(() => takeTurn(person, "Count to 3").catch(String), IN_TIME)
      .toMatchObject({ text: "1, 2, 3", ending: "complete" });
  }
  expect(printed.filter((line) => line.includes("starting it again"))).toHaveLength(3);
});

test("an answer whose server was killed goes on when the server is back, long before its lease ends", async () => {
  const person = await joinOverHttp(stack);
  const { conversationId } = await startLongAnswer(person, "Count to 90 slowly");
  process.kill(stack.pidOf("server"), "SIGKILL");
  const answers = () => person.answersOf(conversationId).catch(() => []);
  await expect.poll(answers, IN_TIME).toMatchObject([{ ending: "complete" }]);
  const [answer] = await answers();
  expect(answer?.content).toMatch(/^1, 2, 3.* 88, 89, 90$/s);
  expect(await takeTurn(person, "Count to 3")).toMatchObject({ ending: "complete" });
});

test("a reader who comes back while the server starts is never told that there is no such answer", async () => {
  const person = await joinOverHttp(stack);
  const { runId, conversationId } = await startLongAnswer(person, "Count to 90 slowly");
  const before = stack.pidOf("server");
  process.kill(before, "SIGKILL");
  const refused = new Set<number>();
  const ask = async () => {
    const answer = await person.get(`/api/runs/${runId}/stream?from=0`).catch(() => null);
    if (answer && !answer.ok) refused.add(answer.status);
    await answer?.body?.cancel().catch(() => null);
    return answer?.ok === true && stack.pidOf("server") !== before;
  };
  await expect.poll(() => ask().catch(() => false), { ...IN_TIME, interval: 5 }).toBe(true);
  expect([...refused].filter((status) => status !== 503)).toEqual([]);
  const answers = () => person.answersOf(conversationId).catch(() => []);
  await expect.poll(answers, IN_TIME).toMatchObject([{ ending: "complete" }]);
});

test("a server that is told to end stores the answers that nobody reads, before it exits", async () => {
  const person = await joinOverHttp(stack);
  const sent = await person.send("Count to 2000 slowly");
  if (!sent.ok) throw new Error(sent.message);
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const count = async (table: string, condition = "true") => {
    const query = `SELECT count(*)::int AS count FROM ${table} WHERE run_id = $1 AND ${condition}`;
    return (await database.query<{ count: number }>(query, [sent.runId])).rows[0]?.count ?? 0;
  };
  const deltas = () => count("run_event", "type = 'answer.delta'");
  await expect.poll(deltas, IN_TIME).toBeGreaterThan(1);
  const server = stack.pidOf("server");
  process.kill(server, "SIGTERM");
  await expect.poll(() => commandOf(server), IN_TIME).toBeNull();
  // Only the end of a run stores its hops. A sweep of the next server would not.
  expect(await count("node_history")).toBeGreaterThan(0);
  await expect
    .poll(() => person.answersOf(sent.conversationId).catch(() => []), IN_TIME)
    .toMatchObject([{ ending: "interrupted", content: expect.stringMatching(/^1,/) }]);
  await database.end();
});

/** Opens a connection with a request whose body is never complete. */
function openStuckConnection(): Promise<Socket> {
  const { port } = new URL(stack.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      const head = [
        "POST /api/auth/sign-in/email HTTP/1.1",
        `Host: ${new URL(stack.url).host}`,
        `Origin: ${stack.url}`,
        "Sec-Fetch-Site: same-origin",
        "Content-Type: application/json",
        "Content-Length: 1000",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n{`, () => resolve(socket));
    });
    socket.on("error", reject);
  });
}

test("a hanging connection delays the shutdown by the grace period at most, and the exit code is 1", async () => {
  const socket = await openStuckConnection();
  const pids = (["server", "demo-model", "postgres"] as const).map(stack.pidOf);
  isEnded = true;
  stack.signal("SIGTERM");
  expect(await stack.exited()).toBe(1);
  // The server has two thirds of the time, and the others what is left.
  expect(printed.join("\n")).toContain("Had to be killed: The server.");
  expect(printed.join("\n")).not.toContain("Not everything ended");
  expect(pids.map(commandOf)).toEqual([null, null, null]);
  socket.destroy();
});

test("a signal to all of its processes at once ends them in order, and is one signal", async () => {
  const person = await joinOverHttp(stack);
  await startLongAnswer(person);
  const [server, model, postgres] = (["server", "demo-model", "postgres"] as const).map(
    stack.pidOf,
  );
  const pids = [server ?? 0, model ?? 0, postgres ?? 0];
  const ofPostgres = new Set([postgres, ...descendantsOf(postgres ?? 0)]);
  isEnded = true;
  // The start script, the shells between, the server and what it has started: PostgreSQL has a session of its own. A
  // process that has the signal may have ended others before their turn.
  for (const pid of descendantsOf(process.pid)) {
    if (!ofPostgres.has(pid)) sendSignal(pid, "SIGTERM");
  }
  // A parent that is busy passes it on late: for a server that is kept, this is the same signal.
  const passOn = () => {
    sendSignal(server ?? 0, "SIGTERM");
    return pids.map(commandOf);
  };
  await expect.poll(passOn, IN_TIME).toEqual([null, null, null]);
  expect(await stack.exited()).toBe(0);
  expect(printed.join("\n")).not.toMatch(/Second signal|Had to be killed|Not everything ended/);
});

test("a second signal ends everything at once, even a database that does not respond", async () => {
  const socket = await openStuckConnection();
  const pids = (["server", "demo-model", "postgres"] as const).map(stack.pidOf);
  const workers = descendantsOf(stack.pidOf("postgres"));
  isEnded = true;
  for (const pid of [stack.pidOf("postgres"), ...workers]) process.kill(pid, "SIGSTOP");
  // Repeated within moments, it counts as one: Ctrl-C reaches the start script several times.
  stack.signal("SIGTERM");
  stack.signal("SIGTERM");
  await expect.poll(() => printed, IN_TIME).toContain("Stopping …");
  expect(printed.join("\n")).not.toContain("Second signal.");
  expect(commandOf(stack.pidOf("postgres"))).not.toBeNull();
  // One that comes later is a second one.
  const signalAgain = () => {
    try {
      stack.signal("SIGTERM");
    } catch {
      // It has ended, and its last line is on its way.
    }
    return printed.join("\n");
  };
  await expect.poll(signalAgain, IN_TIME).toContain("Second signal.");
  expect(await stack.exited()).toBe(1);
  expect(printed.join("\n")).toContain("Second signal.");
  expect(printed.join("\n")).not.toContain("Not everything ended");
  await expect
    .poll(() => [...pids, ...workers].filter((pid) => commandOf(pid) !== null), IN_TIME)
    .toEqual([]);
  socket.destroy();
});
