/**
 * A policy is in force on every instance two seconds after its commit: a hundred changes while people ask three instances, and
 * one more after they have idled. A hop that could not be judged by the policies in force is denied.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { readToEnd } from "../fixtures/cluster/converse.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { tried } from "../fixtures/people/busy-person.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { type Place, sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const CHANGES = 100;
const EACH_MS = 300;
const PEOPLE_PER_INSTANCE = 2;
/** As the issue promises; an event has its time a moment after the decision. */
const IN_FORCE_MS = 2_000;
const IN_TIME = { timeout: 60_000, intervals: [20] };
const NAME = "swings";

let cluster: Cluster;
let place: Place;
/** When a version was surely committed, by version. */
const committed: number[] = [];

test.describe.configure({ mode: "serial", timeout: 600_000 });
test.beforeAll(async () => {
  test.setTimeout(600_000);
  cluster = await startCluster();
  place = { url: cluster.url, databaseUrl: cluster.databaseUrl };
});
test.afterAll(() => cluster?.remove());

/** Each version forbids another way, and only watches, so that each decision names the version that it was made with. */
async function change(version: number): Promise<void> {
  const text = `// ${version}\n@reason("version ${version}")\nforbid (principal, action, resource);`;
  await sql(
    `INSERT INTO policy (id, name, version, text, mode, enabled) VALUES ($1, $2, $3, $4, 'observe', true)`,
    [randomUUID(), NAME, version, text],
    place,
  );
  committed[version] = Date.now();
}

type Decided = { at: Date; instance: string; policies: string[]; outcome: string; reason: string };

/** Decisions of hops since a moment, in the order of their times. */
function readDecisions(since: number): Promise<Decided[]> {
  return sql<Decided>(
    `SELECT run_event.at, run.lease_owner AS instance, payload->'decision'->'policies' AS policies,
        payload->'decision'->>'outcome' AS outcome, payload->'decision'->>'reason' AS reason
      FROM run_event JOIN run ON run.id = run_event.run_id
      WHERE type = 'policy.decided' AND run_event.at >= to_timestamp($1::float8 / 1000) ORDER BY run_event.at`,
    [since],
    place,
  );
}

const versionOf = ({ policies }: Decided) =>
  Number(policies.find((ref) => ref.startsWith(`${NAME}@`))?.slice(NAME.length + 1) ?? 0);

/** Decisions by a version that another one had replaced for longer than it may take. */
function stale(decisions: readonly Decided[]): Decided[] {
  return decisions.filter((decided) => {
    if (decided.policies.length === 0) return false;
    const replaced = committed[versionOf(decided) + 1];
    return replaced !== undefined && decided.at.getTime() > replaced + IN_FORCE_MS;
  });
}

async function askOnce(person: HttpPerson): Promise<void> {
  const started = await person.send("What is 17 times 23?");
  if (started.ok) await readToEnd(person, started);
}

async function ask(
  people: readonly HttpPerson[],
  isOver: () => boolean,
  onAnswer: () => void,
): Promise<void> {
  const tally = new Map();
  await Promise.all(
    people.map(async (person) => {
      while (!isOver()) {
        await tried(tally, "asks", async () => {
          await askOnce(person);
          onAnswer();
        });
      }
    }),
  );
}

test("a hundred changes while people ask", async () => {
  const people = await Promise.all(
    cluster.instances.flatMap(({ url }) =>
      Array.from({ length: PEOPLE_PER_INSTANCE }, () => joinOverHttp({ ...place, url })),
    ),
  );
  // A cold instance takes longer for its first answer.
  await Promise.all(people.map(askOnce));
  const since = Date.now();
  await change(1);
  await delay(IN_FORCE_MS);
  let isOver = false;
  let answered = 0;
  const asking = ask(
    people,
    () => isOver,
    () => {
      answered += 1;
    },
  );
  for (let version = 2; version <= CHANGES; version += 1) {
    await change(version);
    await delay(EACH_MS);
    // On a busy machine most versions would be replaced before anybody asks.
    const before = answered;
    await expect.poll(() => answered, IN_TIME).toBeGreaterThan(before);
  }
  await delay(IN_FORCE_MS);
  isOver = true;
  await asking;
  const decisions = await readDecisions(since);
  const versions = new Set(decisions.map(versionOf));
  const instances = new Set(decisions.map(({ instance }) => instance));
  const unknown = decisions.filter(({ policies }) => policies.length === 0);
  console.log(
    `  ${decisions.length} decisions by ${versions.size} versions, ${unknown.length} denied unjudged`,
  );
  expect(instances.size).toBe(cluster.instances.length);
  expect(versions.size).toBeGreaterThan(CHANGES / 4);
  expect(stale(decisions)).toEqual([]);
  expect(unknown.every(({ outcome }) => outcome === "deny")).toBe(true);
});

test("a change after nobody has asked for a while", async () => {
  await delay(10_000);
  await change(CHANGES + 1);
  await delay(IN_FORCE_MS);
  const since = Date.now();
  const people = await Promise.all(
    cluster.instances.map(({ url }) => joinOverHttp({ ...place, url })),
  );
  await Promise.all(people.map(askOnce));
  const decisions = await readDecisions(since);
  expect(decisions.length).toBeGreaterThan(0);
  expect(new Set(decisions.map(versionOf))).toEqual(new Set([CHANGES + 1]));
});
