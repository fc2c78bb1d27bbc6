/**
 * Many people for a long time, and an instance is killed every minute. Run by hand: `HALFSILVER_TEST_SOAK=60 npm run test:cluster
 * -- -g soak` for an hour.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const MINUTES = Number(process.env.HALFSILVER_TEST_SOAK ?? 0);
const PEOPLE = 50;
const KILL_EVERY_MS = 60_000;
const SAMPLE_EVERY_MS = 5_000;
/** How long a person reads an answer. With fifty people, a slow machine with two processors is then half idle. */
const THINKS_MS = 30_000;
const GROWTH_MAX = 1.1;
const QUESTIONS = [
  "Count to 60 slowly",
  "What is fibonacci(30)?",
  "list users",
  "What's the weather in Paris?",
  "Write a long answer about lighthouses",
];

/** What Node prints where listeners pile up. */
const LEAKED_LISTENERS = /^.*MaxListenersExceededWarning.*$/m;

type Sample = { instance: string; atMs: number; megabytes: number; files: number };

test("soak: answers are whole, memory stays flat, nothing leaks", async () => {
  test.skip(MINUTES === 0, "HALFSILVER_TEST_SOAK says for how many minutes");
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout((MINUTES + 5) * 60_000);
  const cluster = await startCluster();
  const endsAt = Date.now() + MINUTES * 60_000;
  const told = { turns: 0, refused: 0, faults: [] as string[] };
  const samples: Sample[] = [];
  const connections: number[] = [];
  const warnings = new Set<string>();
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => joinOverHttp(cluster)));
    await Promise.all([
      ...people.map((person, index) => talk(person, index, endsAt, told)),
      killNowAndThen(cluster, endsAt),
      sample(cluster, endsAt, samples, connections, warnings),
    ]);
    const open = await cluster.database.query(
      "SELECT count(*)::int AS n FROM run WHERE status = 'running'",
    );
    console.log(describe(told, samples, connections));
    expect(await explain(cluster, told.faults)).toEqual([]);
    expect(open.rows[0].n).toBe(0);
    expect([...warnings]).toEqual([]);
    // The last instance is never killed, so that its growth can be seen.
    const own = samples.filter(({ instance }) => instance === "three");
    const half = own.slice(Math.floor(own.length / 2));
    const quarter = Math.floor(half.length / 2);
    const middle = (list: Sample[], of: "megabytes" | "files") =>
      list.map((one) => one[of]).toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    for (const of of ["megabytes", "files"] as const)
      expect(middle(half.slice(quarter), of), of).toBeLessThanOrEqual(
        middle(half.slice(0, quarter), of) * GROWTH_MAX,
      );
  } finally {
    await cluster.remove();
  }
});

/** What the database knows of runs that did not end as they should. */
async function explain({ database }: Cluster, runIds: readonly string[]) {
  const { rows } = await database.query(
    `SELECT id, started_at, status, reason, (SELECT count(*)::int FROM run_event
      WHERE run_id = run.id AND type = 'run.taken_over') AS takeovers
    FROM run WHERE id = ANY($1::uuid[]) ORDER BY id`,
    [runIds],
  );
  return rows;
}

async function talk(
  person: HttpPerson,
  index: number,
  endsAt: number,
  told: { turns: number; refused: number; faults: string[] },
): Promise<void> {
  let conversationId: string | undefined;
  for (let turn = index; Date.now() < endsAt; turn += 1) {
    // A request that a killed instance had in hand is lost, as a browser would see it, and is sent again.
    const sent = await person
      .send(QUESTIONS[turn % QUESTIONS.length] ?? "", conversationId)
      .catch(() => null);
    if (!sent?.ok) {
      told.refused += 1;
      await delay(1_000);
      continue;
    }
    const { conversationId: id, runId } = sent;
    conversationId = turn % 10 === 0 ? undefined : id;
    let end = await person.follow(runId).catch(() => null);
    // A stream that breaks is opened again.
    for (let again = 0; end?.ending == null && again < 60; again += 1) {
      await delay(500);
      end = await person.follow(runId).catch(() => null);
    }
    told.turns += 1;
    if (end?.ending !== "complete") told.faults.push(runId);
    await delay(THINKS_MS);
  }
}

/** The first and the second in turn. */
async function killNowAndThen({ instances }: Cluster, endsAt: number): Promise<void> {
  for (let kill = 0; Date.now() + KILL_EVERY_MS < endsAt; kill += 1) {
    await delay(KILL_EVERY_MS);
    const instance = instances[kill % 2];
    await instance?.kill();
    await instance?.start();
  }
}

async function sample(
  { instances, database }: Cluster,
  endsAt: number,
  samples: Sample[],
  connections: number[],
  warnings: Set<string>,
): Promise<void> {
  for (const startedAt = Date.now(); Date.now() < endsAt; await delay(SAMPLE_EVERY_MS)) {
    for (const { name: instance, pid, lastOutput } of instances) {
      const [leaked] = LEAKED_LISTENERS.exec(lastOutput()) ?? [];
      if (leaked) warnings.add(`${instance}: ${leaked}`);
      const atMs = Date.now() - startedAt;
      try {
        const status = readFileSync(`/proc/${pid()}/status`, "utf8");
        const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
        samples.push({ instance, atMs, megabytes, files: readdirSync(`/proc/${pid()}/fd`).length });
      } catch {
        // It was killed a moment ago.
      }
    }
    const { rows } = await database.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'halfsilver'",
    );
    connections.push(rows[0].n);
  }
}

function describe(
  { turns, refused, faults }: { turns: number; refused: number; faults: string[] },
  samples: Sample[],
  connections: number[],
): string {
  const own = samples.filter(({ instance }) => instance === "three");
  const at = (share: number) => own[Math.floor(share * (own.length - 1))];
  const line = [0.25, 0.5, 0.75, 1].map((share) => {
    const { megabytes = 0, files = 0 } = at(share) ?? {};
    return `${Math.round(megabytes)} MB, ${files} files`;
  });
  const cores = execFileSync("nproc", { encoding: "utf8" }).trim();
  return `  soak of ${MINUTES} min on ${cores} processors: ${turns} turns, ${refused} sends again, ${faults.length} faults; an instance that lives at 1/4, 1/2, 3/4, 1: ${line.join("; ")}; connections at most ${Math.max(...connections)}, at the end ${connections.at(-1)}`;
}
