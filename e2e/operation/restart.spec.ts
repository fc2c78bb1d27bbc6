/** What dies is started again, and what is to end ends. */
import { connect, type Socket } from "node:net";
import { commandOf, descendantsOf } from "../../scripts/processes/find-process.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { type HttpPerson, joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const STACK_PATIENCE_MS = 240_000;
const IN_TIME = { timeout: 30_000, intervals: [50] };
/** So long that nothing in these tests can wait for it. */
const LEASE_MS = 200_000;

let stack: TestStack;
let said: string[];
test.describe.configure({ timeout: STACK_PATIENCE_MS });
test.beforeEach(async () => {
  said = [];
  stack = await startTestStack({
    name: "restart",
    env: { RUN_LEASE_MS: String(LEASE_MS), SHUTDOWN_GRACE_MS: "6000" },
    onLine: (line) => said.push(line),
  });
});
test.afterEach(() => stack.remove());

async function isWell(): Promise<boolean> {
  const response = await fetch(`${stack.url}/api/health`).catch(() => null);
  return response?.status === 200 && (await response.json()).status === "ok";
}

/** Begins an answer that goes on for a while; settles when some of it is there. */
async function startLongAnswer(person: HttpPerson) {
  const sent = await person.send("Count to 2000 slowly");
  if (!sent.ok) throw new Error(sent.message);
  let text = "";
  const followed = person
    .follow(sent.runId, (now) => {
      text = now;
    })
    .catch(() => null);
  await expect.poll(() => text, IN_TIME).toContain("20, 21");
  return { ...sent, followed };
}

test("each child that is killed comes back on its port and its data, and says so", async () => {
  const person = await joinOverHttp(stack.url);
  for (const [child, name] of [
    ["demo-model", "The demo model"],
    ["server", "The server"],
    ["postgres", "PostgreSQL"],
  ] as const) {
    const before = stack.pidOf(child);
    process.kill(before, "SIGKILL");
    const line = `${name} ended (signal SIGKILL); starting it again.`;
    await expect.poll(() => said, IN_TIME).toContain(line);
    const isBack = async () => {
      try {
        return stack.pidOf(child) !== before && (await isWell());
      } catch {
        // While there is no process, there is no file with its id.
        return false;
      }
    };
    await expect.poll(isBack, IN_TIME).toBe(true);
    await expect
      .poll(() => takeTurn(person, "Count to 3").catch(String), IN_TIME)
      .toMatchObject({ text: "1, 2, 3", ending: "complete" });
  }
  expect(said.filter((line) => line.includes("starting it again"))).toHaveLength(3);
});

test("an answer whose server was killed reads as interrupted when the server is back, long before its lease ends", async () => {
  const person = await joinOverHttp(stack.url);
  const { conversationId } = await startLongAnswer(person);
  process.kill(stack.pidOf("server"), "SIGKILL");
  const endings = async () =>
    (await person.answersOf(conversationId).catch(() => [])).map(({ ending }) => ending);
  await expect.poll(endings, IN_TIME).toEqual(["interrupted"]);
  const [answer] = await person.answersOf(conversationId);
  expect(answer?.content).toMatch(/^1, 2, 3/);
  expect(await takeTurn(person, "Count to 3")).toMatchObject({ ending: "complete" });
});

/** A request that the server will never have read to its end. */
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

test("a connection that hangs holds nothing up for longer than the grace, and the exit code says so", async () => {
  const socket = await openStuckConnection();
  const pids = (["server", "demo-model", "postgres"] as const).map(stack.pidOf);
  const beganAt = Date.now();
  stack.signal("SIGTERM");
  expect(await stack.exited()).toBe(1);
  expect(Date.now() - beganAt).toBeLessThan(15_000);
  expect(said.join("\n")).toContain("Had to be killed: The server.");
  expect(pids.map(commandOf)).toEqual([null, null, null]);
  socket.destroy();
});

test("a second signal ends everything at once, be the database in the middle of something", async () => {
  const socket = await openStuckConnection();
  const pids = (["server", "demo-model", "postgres"] as const).map(stack.pidOf);
  const workers = descendantsOf(stack.pidOf("postgres"));
  for (const pid of [stack.pidOf("postgres"), ...workers]) process.kill(pid, "SIGSTOP");
  const beganAt = Date.now();
  stack.signal("SIGTERM");
  await expect.poll(() => said, IN_TIME).toContain("Stopping …");
  // Signals of the same moment are one: Ctrl-C reaches the start script from several sides.
  stack.signal("SIGTERM");
  await expect.poll(() => Date.now() - beganAt, IN_TIME).toBeGreaterThan(1_000);
  expect(commandOf(stack.pidOf("postgres"))).not.toBeNull();
  stack.signal("SIGTERM");
  expect(await stack.exited()).toBe(1);
  expect(Date.now() - beganAt).toBeLessThan(5_500);
  await expect
    .poll(() => [...pids, ...workers].filter((pid) => commandOf(pid) !== null), IN_TIME)
    .toEqual([]);
  socket.destroy();
});
