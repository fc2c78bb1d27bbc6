/** Several server processes on one port. */

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOf, descendantsOf } from "../../scripts/processes/find-process.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";

const TOKEN = "a token of this test";
/** As patient as a slow machine needs: nothing depends on how long it takes. */
const IN_TIME = { ...PATIENCE, interval: 50 };
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    name: "workers",
    env: {
      HALFSILVER_WORKERS: "2",
      RUN_LEASE_MS: "5000",
      RUN_SWEEP_MS: "100",
      METRICS_TOKEN: TOKEN,
    },
  });
});
afterAll(() => stack?.remove());

const isWorker = (pid: number) => commandOf(pid)?.includes("scripts/server/main.ts");
const workers = () => descendantsOf(stack.pidOf("server")).filter(isWorker);

function oneWorker(): number {
  const [pid] = workers();
  if (pid === undefined) throw new Error("no worker is up");
  return pid;
}

/** Over a connection of its own: the next one may meet the other worker. */
async function readMetrics(): Promise<{ status: number; ids: (string | undefined)[] }> {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: "close" };
  const response = await fetch(`${stack.url}/api/metrics`, { headers });
  const text = await response.text();
  const found = text.matchAll(/^halfsilver_pool_connections\{worker="(\d+)"\} \d/gm);
  return { status: response.status, ids: [...found].map(([, id]) => id).toSorted() };
}

test("whichever worker is asked, it tells the figures of all, or none", async () => {
  // A worker that starts does not answer yet.
  const told = async () => (await readMetrics().catch(() => null))?.ids;
  await expect.poll(told, IN_TIME).toHaveLength(2);
  // Connections go to the workers in turn.
  const ids = await told();
  for (const _ of [1, 2, 3, 4, 5]) expect(await told()).toEqual(ids);

  const none = { status: 503, ids: [] };
  const first = oneWorker();
  process.kill(first, "SIGSTOP");
  const asked = [readMetrics(), readMetrics(), readMetrics()];
  try {
    // The frozen worker is given connections, too, and answers none.
    expect(await Promise.any(asked)).toEqual(none);
  } finally {
    process.kill(first, "SIGCONT");
  }
  for (const answer of await Promise.allSettled(asked))
    if (answer.status === "fulfilled")
      expect([none, { status: 200, ids }]).toContainEqual(answer.value);
});

test("two workers share the port, and one goes on with what the other had when it is killed", async () => {
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  await expect.poll(() => workers().length, IN_TIME).toBe(2);
  const up = async () =>
    (await database.query("SELECT id FROM instance WHERE seen_at > now() - interval '3 s'")).rows;
  await expect.poll(up, IN_TIME).toHaveLength(2);

  const person = await joinOverHttp(stack);
  const sent = await person.send("Count to 120 slowly");
  if (!sent.ok) throw new Error(sent.message);
  const first = oneWorker();
  process.kill(first, "SIGKILL");
  // The primary process learns of the end a moment late, and connections that it hands over until then are lost. It then
  // starts a new worker.
  await expect.poll(() => workers().filter((pid) => pid !== first).length, IN_TIME).toBe(2);
  const answers = () => person.answersOf(sent.conversationId).catch(() => []);
  await expect
    .poll(answers, IN_TIME)
    .toMatchObject([{ ending: "complete", content: countTo(120) }]);
  await expect
    .poll(() => takeTurn(person, "Count to 3").catch(String), IN_TIME)
    .toMatchObject({ ending: "complete" });
  await database.end();
});
