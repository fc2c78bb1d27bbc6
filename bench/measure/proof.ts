/**
 * What the proof costs. Processor time of the sealer for a turn, against that of the turn; and the time to check a trail of
 * 100,000 rows, in the database and as a bundle.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type RowKey, toRowKey } from "../../lib/audit/crypto/row-key.ts";
import { newSignedRow } from "../../lib/audit/crypto/row-mac.ts";
import { NODE, ROOT } from "../../scripts/setup/paths.ts";
import { keptRowKey } from "../../scripts/start/kept-values.ts";
import { performTogether, startLoad } from "../load/start-load.ts";
import { absoluteFigure, type Figure, ratioFigure } from "../report.ts";
import type { Base } from "../stack/start-base.ts";
import { type Product, startProduct } from "../stack/start-product.ts";
import { cpuMicros } from "./machine/process-figures.ts";
import { median } from "./machine/statistics.ts";
import { measureSigning, type TurnCost } from "./signing.ts";
import type { BenchStage } from "./stage.ts";

/** The lock of the sealer (lib/db/audit/seal/seal-trail.ts): who holds it keeps it from working. */
const SEALER_LOCK = 7_303_014;
const TOKENS = 200;
const ROWS = 100_000;
const SETTLE_MS = 1_000;
const POLL_MS = 50;

export const measureProof: BenchStage = async ({ quick, base, model, onProgress }) => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: 0 });
  const database = new pg.Client({ connectionString: base.databaseUrl });
  await database.connect();
  const product = await startProduct(base);
  try {
    const key = toRowKey(Buffer.from(keptRowKey(base.options.dataDir), "base64url"));
    const cost = await measureSealing(product, database, quick ? 1 : 5);
    const signing = await measureSigning(database, key, cost);
    onProgress(`  a trail of ${ROWS} rows`);
    await fillTrail(database, key);
    return [toFigure(cost), ...signing, ...(await checkTrail(base, product))];
  } finally {
    await product.stop();
    await database.end();
  }
};

/** Turns are taken while the sealer is kept from working; then it seals them all while nothing else happens. */
async function measureSealing(
  product: Product,
  database: pg.Client,
  rounds: number,
): Promise<TurnCost> {
  const load = startLoad();
  const conversations = 40;
  const [turns, seals]: number[][] = [[], []];
  try {
    const cookies = await product.signInAll();
    for (let round = 0; round <= rounds; round += 1) {
      await database.query("SELECT pg_advisory_lock($1)", [SEALER_LOCK]);
      const before = cpuMicros(product.pid);
      await performTogether([load], {
        kind: "together",
        target: product.target,
        cookies: Array.from({ length: conversations }, (_, n) => cookies[n % cookies.length] ?? ""),
        turns: 1,
        tokens: TOKENS,
        spreadMs: SETTLE_MS,
      });
      await delay(SETTLE_MS);
      const taken = cpuMicros(product.pid);
      await database.query("SELECT pg_advisory_unlock($1)", [SEALER_LOCK]);
      await untilSealed(database);
      const sealed = cpuMicros(product.pid);
      if (round === 0) continue;
      turns?.push((taken - before) / conversations);
      seals?.push((sealed - taken) / conversations);
    }
  } finally {
    load.stop();
  }
  return { turn: median(turns ?? []), sealing: median(seals ?? []) };
}

function toFigure({ turn, sealing }: TurnCost): Figure {
  return ratioFigure({
    id: "sealing-cpu",
    name: "Sealing a turn: CPU",
    ours: sealing,
    control: turn,
    controlName: "the turn",
    atMost: 0.1,
    unit: "µs",
    note: `${TOKENS} tokens; the sealer works behind the turn and adds no round trip to it`,
  });
}

async function untilSealed(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query("SELECT 1 FROM audit_event WHERE place IS NULL LIMIT 1");
    if (rows.length === 0) return;
    await delay(POLL_MS);
  }
}

function toRow(key: RowKey, n: number) {
  const who = { actorId: `actor-${n % 50}`, subjectId: `person-${n % 500}`, runId: null };
  const event = {
    ...who,
    action: "run.inspected",
    target: `run:${randomUUID()}`,
    outcome: "allowed",
  };
  const { facts, mac } = newSignedRow(key, event, { part: "events", afterSeq: n });
  const { value: detail, salt } = facts.detail;
  return { ...facts, detail, salt, mac: Buffer.from(mac).toString("hex") };
}

async function fillTrail(database: pg.Client, key: RowKey): Promise<void> {
  await database.query(
    `INSERT INTO audit_event (id, at, actor_id, action, target, outcome, subject_id, detail, salt, mac)
     SELECT id, at, "actorId", action, target, outcome, "subjectId", detail, salt, decode(mac, 'hex')
     FROM jsonb_to_recordset($1) AS given (id uuid, at timestamptz, "actorId" text, action text, target text,
       outcome text, "subjectId" text, detail jsonb, salt uuid, mac text)`,
    [JSON.stringify(Array.from({ length: ROWS }, (_, n) => toRow(key, n)))],
  );
  await untilSealed(database);
}

async function checkTrail(base: Base, product: Product): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-bench-"));
  try {
    const bundle = join(folder, "bundle.jsonl");
    const environment = { ...process.env, DATABASE_URL: base.databaseUrl };
    const data = { HALFSILVER_DATA_DIR: base.options.dataDir };
    const run = (command: string, ...args: string[]) =>
      timed(["--conditions=react-server", join(ROOT, `scripts/audit/${command}.ts`), ...args], {
        ...environment,
        ...data,
      });
    const live = run("verify");
    const written = run("export", "--out", bundle);
    const program = join(folder, "halfsilver-verify.mjs");
    const served = await fetch(`${product.origin}/halfsilver-verify.mjs`);
    writeFileSync(program, await served.text());
    const offline = timed([program, bundle], process.env);
    const size = `${(statSync(bundle).size / 1e6).toFixed(0)} MB`;
    return [
      absoluteFigure({
        id: "verify-100000",
        name: "npm run audit:verify, 100,000 rows",
        ours: live.ms,
        atMost: 5_000,
        unit: "ms",
        note: live.said,
      }),
      absoluteFigure({
        id: "export-100000",
        name: "npm run audit:export, 100,000 rows",
        ours: written.ms,
        atMost: null,
        unit: "ms",
        note: size,
      }),
      absoluteFigure({
        id: "verify-bundle-100000",
        name: "halfsilver-verify.mjs, 100,000 rows",
        ours: offline.ms,
        atMost: 5_000,
        unit: "ms",
        note: offline.said,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error with what the program said, where it fails */
function timed(args: readonly string[], env: NodeJS.ProcessEnv): { ms: number; said: string } {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(NODE, args, { env, encoding: "utf8" });
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${args.at(0)} failed: ${stdout}${stderr}`);
  return { ms, said: stdout.split("\n")[0] ?? "" };
}
