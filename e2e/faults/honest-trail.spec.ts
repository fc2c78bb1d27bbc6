/**
 * An honest trail is never suspected: fifty people and an admin do all that leaves rows, while instances are killed and come
 * back, clocks jump, keys are rotated, and the whole moves to another machine. After each of it everything is checked.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createSigner } from "../../lib/audit/sign-note.ts";
import { deriveKey } from "../../lib/env/derive-key.ts";
import { NODE } from "../../scripts/setup/paths.ts";
import { runProgram } from "../../scripts/test/run-program.ts";
import { AUTH_ROW_KEY, AUTH_SECRET } from "../../scripts/testing/test-stack.ts";
import { until } from "../../scripts/testing/until.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { clockOf, hasFaketime, setClock } from "../fixtures/cluster/jump-clock.ts";
import { type Cluster, type Instance, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { ADMIN_ACTS, keepInspecting } from "../fixtures/people/busy-admin.ts";
import { keepBusy, PEOPLE_ACTS, type Tally } from "../fixtures/people/busy-person.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { type Place, sql } from "../fixtures/product-database.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

const PEOPLE = 50;
/** How long people are at it in each phase. */
const PHASE_MS = 25_000;
const PATIENCE_MS = 600_000;
const IN_TIME = { timeout: 300_000, intervals: [1_000] };
const SETTLED = { timeout: 180_000, intervals: [500] };
const ORIGIN = "halfsilver/audit";

let cluster: Cluster;
let place: Place;
let admin: HttpPerson;
let people: HttpPerson[];
/** Settings of each instance, which it reads at its next start. */
const own = new Map<Instance["name"], Record<string, string>>();
/** Of the machine that the instances are on. */
let folder: string;
const folders: string[] = [];
const clocks = mkdtempSync(join(tmpdir(), "halfsilver-clocks-"));
const tally: Tally = new Map();
let acts = 0;

test.describe.configure({ mode: "serial", timeout: PATIENCE_MS });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.skip(!hasFaketime(), "libfaketime is not installed");
  test.setTimeout(PATIENCE_MS);
  folder = newMachine();
  const env = { PAYLOAD_REASON: "required", RUN_LEASE_MS: "5000", RUN_SWEEP_MS: "500" };
  cluster = await startCluster(env, (name) => {
    setClock(clockFile(name), 0);
    const settings = { ...anchorOf(name), ...clockOf(clockFile(name)) };
    own.set(name, settings);
    return settings;
  });
  place = { url: cluster.url, databaseUrl: cluster.databaseUrl };
  admin = await joinOverHttp(place, undefined, "admin");
  people = await Promise.all(Array.from({ length: PEOPLE }, () => joinOverHttp(place)));
});
test.afterEach(() => {
  if (test.info().status === "passed") return;
  console.log(tell());
  for (const { lastOutput } of cluster?.instances ?? []) console.log(lastOutput());
});
test.afterAll(async () => {
  if (cluster && place.databaseUrl !== cluster.databaseUrl) {
    await Promise.all(cluster.instances.map((instance) => instance.kill()));
    const name = new URL(place.databaseUrl).pathname.slice(1);
    await cluster.database.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  await cluster?.remove();
  for (const made of [clocks, ...folders]) rmSync(made, { recursive: true, force: true });
});

function newMachine(): string {
  const made = mkdtempSync(join(tmpdir(), "halfsilver-machine-"));
  folders.push(made);
  return made;
}

const clockFile = (name: string) => join(clocks, name);
const anchorFile = (name: string) => join(folder, name, "anchors.txt");

function anchorOf(name: string) {
  mkdirSync(join(folder, name), { recursive: true });
  return { HALFSILVER_ANCHOR_FILE: anchorFile(name) };
}

/** Of commands that run beside the instance. */
function environmentOf(name: Instance["name"]): Record<string, string> {
  const settings = Object.entries(own.get(name) ?? {});
  const kept = settings.filter(([key]) => /^(?:AUDIT|HALFSILVER)_/.test(key));
  return {
    ...Object.fromEntries(kept),
    DATABASE_URL: place.databaseUrl,
    BETTER_AUTH_SECRET: AUTH_SECRET,
    LOG_LEVEL: "warn",
    NODE_OPTIONS: "--conditions=react-server",
  };
}

/** Everybody is at it for the time of a phase, and as long as `meanwhile` takes. */
async function whileBusy(meanwhile: () => Promise<void>): Promise<void> {
  let isOver = false;
  const during = { isOver: () => isOver, tally };
  acts += 7;
  const keys = () => environmentOf("one");
  const all = Promise.all([
    ...people.map((person, index) => keepBusy(person, place, { from: acts + index, ...during })),
    keepInspecting({ admin, place, keys, other: people[0] as HttpPerson }, during),
  ]);
  await Promise.all([delay(PHASE_MS), meanwhile()]).finally(() => {
    isOver = true;
  });
  await all;
  console.log(tell());
}

function tell(): string {
  const counts = [...tally].map(([name, { done, failed }]) => `${name} ${done}/${done + failed}`);
  const refused = [...tally].flatMap(([name, { why }]) =>
    [...why].map((words) => `  ${name}: ${words}`),
  );
  return [`  ${counts.join(", ")}`, ...refused].join("\n");
}

type Checked = { fault: string | null; size: number; runs: number };

/**
 * Nothing is suspected: by the product, by the command beside each instance, by the program that is handed out.
 * @param mayBe findings that are allowed to stand
 */
async function expectHonest(mayBe: readonly string[] = []): Promise<void> {
  await expect
    .poll(() => countOf("SELECT count(*)::int AS n FROM run WHERE status = 'running'"), SETTLED)
    .toBe(0);
  await checkByProduct();
  for (const { name } of cluster.instances) {
    const verified = await runProgram("scripts/audit/verify.ts", [], {
      show: false,
      env: environmentOf(name),
    });
    expect(verified.output, name).toContain("The trail holds");
    expect(verified.code).toBe(0);
    await checkBundle(name);
  }
  const refused = await sql("SELECT why, row FROM audit_quarantine", [], place);
  expect(refused).toEqual([]);
  const found = await sql<{ detail: { fault: string } }>(
    "SELECT detail FROM audit_event WHERE action = 'trail.found'",
    [],
    place,
  );
  expect(found.filter(({ detail }) => !mayBe.includes(detail.fault))).toEqual([]);
}

/** The full check that an admin begins. */
async function checkByProduct(): Promise<void> {
  const text = `SELECT detail FROM audit_event WHERE action = 'audit.checked' AND actor_id = $1
    AND NOT id = ANY ($2::uuid[]) ORDER BY at DESC LIMIT 1`;
  const before = await sql<{ id: string }>(
    "SELECT id FROM audit_event WHERE action = 'audit.checked'",
    [],
    place,
  );
  const [{ id = "" } = {}] = await sql<{ id: string }>(
    `SELECT id FROM "user" WHERE email = $1`,
    [admin.email],
    place,
  );
  await until("a check begins", async () => {
    const begun = await admin.request("POST", "/api/admin/audit").catch(() => null);
    return begun?.ok === true;
  });
  const newest = async () => {
    const known = before.map((row) => row.id);
    const [row] = await sql<{ detail: Checked }>(text, [id, known], place);
    return row?.detail.fault;
  };
  await expect.poll(newest, SETTLED).not.toBe(undefined);
  expect(await newest()).toBe(null);
}

/** With payloads, by the program that the instance hands out, against the instance's anchors. */
async function checkBundle(name: Instance["name"]): Promise<void> {
  const bundle = join(folder, name, "bundle.jsonl");
  const env = environmentOf(name);
  const args = ["--payloads", "--out", bundle];
  // What people have deleted is erased a moment later, and an export says so that was made meanwhile.
  await until("a bundle is exported", async () => {
    const exported = await runProgram("scripts/audit/export.ts", args, { show: false, env });
    if (exported.code !== 0) expect(exported.output).toContain("export again");
    return exported.code === 0;
  });
  const { url = "" } = cluster.instances.find((instance) => instance.name === name) ?? {};
  const program = join(folder, "halfsilver-verify.mjs");
  writeFileSync(program, await (await fetch(`${url}/halfsilver-verify.mjs`)).text());
  // Rejects where it exits otherwise than with 0.
  await run(NODE, [program, bundle, "--anchors", anchorFile(name)]);
}

async function countOf(text: string): Promise<number> {
  const [row] = await sql<{ n: number }>(text, [], place);
  return row?.n ?? -1;
}

test("under load, until everything that people and the admin do was done", async () => {
  await whileBusy(async () => {
    await leaveAndErase();
    await expect.poll(neverDone, IN_TIME).toEqual([]);
  });
  await expectHonest();
});

function neverDone(): string[] {
  return [...PEOPLE_ACTS, ...ADMIN_ACTS].filter((name) => !tally.get(name)?.done);
}

/** One person asks for the erasure of their account; another one is erased by an admin. */
async function leaveAndErase(): Promise<void> {
  await delay(PHASE_MS / 2);
  const [leaving, erased] = people.slice(-2) as [HttpPerson, HttpPerson];
  // Who reads that something is away for a moment presses again.
  await until("an account is left", async () => {
    const left = await leaving
      .call("deleteAccount", { current: leaving.password })
      .catch(() => null);
    return left?.ok === true;
  });
  const subject = { kind: "person", email: erased.email };
  const asked = { subject, confirmation: erased.email };
  await until("a person is erased", async () => {
    const answer = await admin.request("POST", "/api/admin/erasure", asked).catch(() => null);
    return answer?.ok === true && (await answer.json()).is === "erased";
  });
  people = people.slice(0, -2);
}

test("instances are killed, one after the other and all at once, and come back", async () => {
  const { instances } = cluster;
  await whileBusy(async () => {
    for (const instance of [...instances, ...instances]) {
      await delay(PHASE_MS / 6);
      await instance.kill();
      await instance.start();
    }
    await Promise.all(instances.map((instance) => instance.kill()));
    await Promise.all(instances.map((instance) => instance.start()));
  });
  await expectHonest();
});

test("clocks differ by minutes, and jump", async () => {
  await whileBusy(async () => {
    setClock(clockFile("two"), 5);
    setClock(clockFile("three"), -4);
    await delay(PHASE_MS / 2);
    setClock(clockFile("two"), -4);
    setClock(clockFile("three"), 5);
  });
  await expectHonest();
  for (const name of ["two", "three"]) setClock(clockFile(name), 0);
});

test("keys are rotated, instance by instance: first each knows the new ones, then each signs with them", async () => {
  const keys = {
    row: randomBytes(32).toString("base64url"),
    signing: randomBytes(32).toString("base64url"),
  };
  const verifier = (seed: string) =>
    createSigner(ORIGIN, Buffer.from(seed, "base64url")).verifierKey;
  await whileBusy(async () => {
    await restartEach(() => ({
      AUDIT_OLD_ROW_KEYS: keys.row,
      AUDIT_OLD_KEYS: verifier(keys.signing),
    }));
    await restartEach(() => ({
      AUDIT_ROW_KEY: keys.row,
      AUDIT_OLD_ROW_KEYS: AUTH_ROW_KEY,
      AUDIT_SIGNING_KEY: keys.signing,
      AUDIT_OLD_KEYS: verifier(deriveKey(AUTH_SECRET, "audit-signing-key")),
    }));
  });
  await expectHonest();
});

async function restartEach(
  changed: (name: Instance["name"]) => Record<string, string>,
): Promise<void> {
  for (const instance of cluster.instances) {
    await instance.end();
    Object.assign(own.get(instance.name) ?? {}, changed(instance.name));
    await instance.start();
  }
}

test("a backup is restored on another machine, which has none of the files", async () => {
  const backup = join(folder, "backup");
  const made = await runProgram("scripts/backup/backup.ts", ["--to", backup], {
    show: false,
    env: environmentOf("one"),
  });
  expect(made.output).toContain("read back and compared");
  await Promise.all(cluster.instances.map((instance) => instance.end()));
  const name = `honest_${randomBytes(6).toString("hex")}`;
  await cluster.database.query(`CREATE DATABASE ${name}`);
  const url = new URL(place.databaseUrl);
  url.pathname = name;
  place = { ...place, databaseUrl: url.href };
  folder = newMachine();
  for (const instance of cluster.instances)
    Object.assign(own.get(instance.name) ?? {}, anchorOf(instance.name), {
      DATABASE_URL: url.href,
    });
  const restored = await runProgram("scripts/backup/restore.ts", ["--from", backup, "--replace"], {
    show: false,
    env: environmentOf("one"),
  });
  expect(restored.output).toContain("rows were restored and compared");
  await Promise.all(cluster.instances.map((instance) => instance.start()));
  await whileBusy(async () => undefined);
  await expectHonest();
});

test("a clock that is further off than rows may be is a finding of its own kind", async () => {
  await whileBusy(async () => {
    setClock(clockFile("two"), 11);
    setClock(clockFile("three"), -11);
  });
  await expectHonest(["row-late"]);
});
