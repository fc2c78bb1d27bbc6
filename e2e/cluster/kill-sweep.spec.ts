/**
 * The instance that works on a turn is killed at positions of its log. `npm test` kills at a few; `npm run test:cluster --
 * --all` at every one.
 */

import { readToEnd } from "../fixtures/cluster/converse.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type HeldLog, holdLog } from "../fixtures/cluster/hold-log.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const isWhole = process.env.HALFSILVER_TEST_ALL === "1";
/** Every so many positions, where not all are tried. */
const STEP = 9;
const POSITIONS_MAX = 200;
const PATIENCE_MS = isWhole ? 3_600_000 : 240_000;
const LEASE_MS = 1_000;

let cluster: Cluster;
let log: HeldLog;
let kills = 0;

// Where all positions are tried, a scene that fails does not keep the others from being seen.
test.describe.configure({ timeout: PATIENCE_MS, mode: isWhole ? "default" : "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster({
    RUN_LEASE_MS: String(LEASE_MS),
    RUN_SWEEP_MS: "100",
    RUN_FLUSH_MS: "10",
  });
  log = await holdLog(cluster.database);
});
test.afterAll(() => cluster?.remove());

type Scene = {
  person: HttpPerson;
  conversationId: string;
  /** Starts the turn that is swept. */
  begin(): ReturnType<HttpPerson["send"]>;
  /** What the person does once it has begun. */
  meanwhile?(runId: string): Promise<void>;
  /** Absent: complete. Where the person stops, either may come first. */
  endings?: readonly string[];
  /** Checks what became of it. */
  check(answer: string): Promise<void>;
};

async function say(person: HttpPerson, text: string, conversationId?: string) {
  const sent = await person.send(text, conversationId);
  if (!sent.ok) throw new Error(sent.message);
  return { ...sent, ...(await readToEnd(person, sent)) };
}

const plain = (text: string, expected: RegExp, next?: [text: string, expected: RegExp]) =>
  async function scene(person: HttpPerson): Promise<Scene> {
    const { conversationId } = await say(person, "hello");
    return {
      person,
      conversationId,
      begin: () => person.send(text, conversationId),
      async check(answer) {
        expect(answer).toMatch(expected);
        if (next) expect((await say(person, next[0], conversationId)).text).toMatch(next[1]);
      },
    };
  };

const peopleLeft = async () =>
  Number((await cluster.database.query("SELECT count(*) FROM ums_person")).rows[0].count);

/** A person of the directory is deleted once, or the person is asked to check. */
async function approval(
  person: HttpPerson,
  decision: "approved" | "declined" = "approved",
): Promise<Scene> {
  const { conversationId } = await say(person, "list users");
  const asked = await say(person, "delete the first one and calculate 17 * 23", conversationId);
  expect(asked.text).toContain("?");
  const { rows } = await cluster.database.query(
    "SELECT id FROM approval WHERE conversation_id = $1 AND status = 'pending'",
    [conversationId],
  );
  const before = await peopleLeft();
  return {
    person,
    conversationId,
    begin: () => person.decide(rows[0].id, decision),
    async check(answer) {
      const deleted = before - (await peopleLeft());
      expect([0, 1]).toContain(deleted);
      if (deleted === 0) expect(answer).toContain("cannot tell whether that was done");
      else expect(answer).toMatch(/deleted|cannot tell whether that was done/i);
      expect(answer).toContain("391");
    },
  };
}

/** Nobody is deleted. */
async function decline(person: HttpPerson): Promise<Scene> {
  const scene = await approval(person, "declined");
  const before = await peopleLeft();
  return {
    ...scene,
    async check(answer) {
      expect(await peopleLeft()).toBe(before);
      expect(answer).toContain("391");
    },
  };
}

/** The picture is kept once, however many processes drew it. */
async function chart(person: HttpPerson): Promise<Scene> {
  const { conversationId } = await say(person, "hello");
  return {
    person,
    conversationId,
    begin: () => person.send("Chart how many joined each month", conversationId),
    async check(answer) {
      expect(answer).toContain("chart");
      const { rows } = await cluster.database.query(
        "SELECT count(*)::int AS n FROM attachment WHERE conversation_id = $1",
        [conversationId],
      );
      expect(rows[0].n).toBe(1);
    },
  };
}

async function retry(person: HttpPerson): Promise<Scene> {
  const first = await say(person, "calculate fibonacci(10)");
  return {
    person,
    conversationId: first.conversationId,
    begin: () => person.retry(first.answerMessageId),
    check: async (answer) => expect(answer).toContain("55"),
  };
}

/** Stop is pressed at once. */
async function stop(person: HttpPerson): Promise<Scene> {
  const { conversationId } = await say(person, "hello");
  return {
    person,
    conversationId,
    begin: () => person.send("Count to 30 slowly", conversationId),
    meanwhile: (runId) => person.stop(runId),
    endings: ["stopped", "complete"],
    check: async (answer) => expect(answer).toMatch(/^(?:$|1)/),
  };
}

const SCENES: Record<string, (person: HttpPerson) => Promise<Scene>> = {
  "a plain turn": plain("Count to 30 slowly", /^1, 2, 3.*29, 30$/s),
  "two tools": plain("What is fibonacci(20)?", /6765/, ["now the same for 21", /10946/]),
  "a list": plain("list users", /@/, ["Find Berlin", /Berlin/]),
  "several agents": plain("list users and calculate 17 * 23", /391/),
  "an intake": plain("I need a brief for a mobile app", /achieve/, [
    "Help people find lost dogs",
    /./,
  ]),
  "an approval with an effect": (person) => approval(person),
  "a decline": decline,
  "a chart": chart,
  "a retry": retry,
  "a stop": stop,
  "a search": plain("What's the weather in Paris?", /Paris/),
  "a program": plain("Run this Python: x = 41; print(x + 1)", /42/),
};

for (const [name, scene] of Object.entries(SCENES)) {
  test(`${name}: killed at its log's positions, it goes on elsewhere, once`, async () => {
    const person = await joinOverHttp(cluster);
    const before = kills;
    for (let position = 1; position <= POSITIONS_MAX; position += isWhole ? 1 : STEP) {
      if (!(await killAt(await scene(person), position))) break;
    }
    console.log(`  ${name}: ${kills - before} kills`);
  });
}

/** @returns false where the log has fewer events than that */
async function killAt(scene: Scene, position: number): Promise<boolean> {
  const { person, conversationId } = scene;
  const { database, instances } = cluster;
  await log.arm(position);
  const sent = await scene.begin();
  if (!sent.ok) throw new Error(sent.message);
  const owner = async () => {
    const { rows } = await database.query("SELECT lease_owner FROM run WHERE id = $1", [
      sent.runId,
    ]);
    return String(rows[0].lease_owner).split(":")[0];
  };
  const working = await owner();
  const reader = instances.find(({ name }) => name !== working);
  let isOver = false;
  const followed = readToEnd(person, sent, reader?.url).finally(() => {
    isOver = true;
  });
  // The request waits: the held statement has locked the run's row. It is lost if the killed instance had received it.
  const meanwhile = scene.meanwhile?.(sent.runId).catch(() => undefined);
  const isHeld = await log.held(() => isOver);
  const dead = instances.find(({ name }) => name === working);
  if (isHeld) {
    kills += 1;
    await dead?.kill();
  }
  await log.drop();
  await meanwhile;
  const at = `killed at ${position}`;
  const { ending, text } = await followed;
  const isExpected = (scene.endings ?? ["complete"]).includes(ending ?? "none");
  if (!isExpected) throw new Error(`${at}: ${ending}\n${await describeLog(sent.runId)}`);
  await scene.check(text);
  const { rows } = await database.query(
    `SELECT count(*) FILTER (WHERE type = 'run.ended') AS ends,
      count(*) FILTER (WHERE type = 'run.taken_over') AS takeovers FROM run_event WHERE run_id = $1`,
    [sent.runId],
  );
  expect(rows[0].ends, at).toBe("1");
  // On a busy machine a lease of a second may run out once more: that is a takeover like any other.
  expect(Number(rows[0].takeovers), at).toBeGreaterThanOrEqual(isHeld ? 1 : 0);
  const answers = await person.answersOf(conversationId);
  expect(
    answers.find(({ content }) => content === text),
    at,
  ).toBeDefined();
  await dead?.start();
  return isHeld;
}

/** The log of a run, a line for each event. */
async function describeLog(runId: string): Promise<string> {
  const { rows } = await cluster.database.query(
    `SELECT seq, type, left(payload::text, 300) AS payload FROM run_event WHERE run_id = $1 ORDER BY seq`,
    [runId],
  );
  return rows.map(({ seq, type, payload }) => `${seq} ${type} ${payload}`).join("\n");
}
