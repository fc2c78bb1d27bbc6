/**
 * What MACs cost, in processor time of one process: to sign the events and rows of a turn, against the turn; and to verify
 * them before they are sealed, against what sealing takes without that.
 */
import type pg from "pg";
import { canonicalText, commitToText } from "../../lib/audit/canonical.ts";
import {
  type ChainedEvent,
  type EventFacts,
  signEvent,
  verifyChain,
} from "../../lib/audit/crypto/event-mac.ts";
import type { RowKey } from "../../lib/audit/crypto/row-key.ts";
import { isSignedRow, type RowFacts, signRow } from "../../lib/audit/crypto/row-mac.ts";
import { commitmentOf } from "../../lib/audit/leaf.ts";
import { commitToPayload } from "../../lib/audit/run-log.ts";
import { type Figure, ratioFigure } from "../report.ts";

const LOOPS = 200;
const RUNS = 40;

/** CPU of the server in µs, a turn. */
export type TurnCost = { turn: number; sealing: number };

type Turn = { runId: string; events: ChainedEvent[]; rows: { facts: RowFacts; mac: Buffer }[] };

export async function measureSigning(
  database: pg.Client,
  key: RowKey,
  { turn, sealing }: TurnCost,
): Promise<Figure[]> {
  const turns = await readTurns(database);
  const sign = cpuOf(turns, ({ runId, events, rows }) => {
    let before: Uint8Array | null = null;
    for (const event of events) before = signEvent(key, toFacts(runId, event), before);
    for (const { facts } of rows) signRow(key, facts);
  });
  const plain = cpuOf(turns, ({ events }) => JSON.stringify(events.map(({ payload }) => payload)));
  // Sealing makes these commitments in any case.
  const committed = turns.map(({ events, rows, ...turn }) => ({
    ...turn,
    events,
    payloads: events.map(commitToPayload),
    rows: rows.map(({ facts, mac }) => ({
      facts: { ...facts, detail: { ...facts.detail, commitment: commitmentOf(facts.detail) } },
      mac,
    })),
  }));
  const verify = cpuOf(committed, ({ runId, events, payloads, rows }) => {
    const log = { runId, events, payloads };
    const verdict = verifyChain([key], log, { end: null, mayLackMacs: false });
    if (!verdict.ok) throw new Error(`the log of ${runId} does not verify at ${verdict.seq}`);
    for (const { facts, mac } of rows)
      if (!isSignedRow([key], facts, mac)) throw new Error(`${facts.action} does not verify`);
  });
  const count = turns.reduce((sum, { events }) => sum + events.length, 0) / turns.length;
  const rows = turns.reduce((sum, one) => sum + one.rows.length, 0) / turns.length;
  return [
    ratioFigure({
      id: "signing-cpu",
      name: "MACs of a turn: CPU",
      ours: sign - plain,
      control: turn,
      controlName: "the turn",
      atMost: 0.03,
      unit: "µs",
      note: `${count.toFixed(1)} events and ${rows.toFixed(1)} rows; less JSON.stringify, which they replace`,
      raw: { sign, plain },
    }),
    ratioFigure({
      id: "verifying-cpu",
      name: "Sealing with MACs: CPU",
      ours: sealing,
      control: sealing - verify,
      controlName: "without",
      atMost: 1.1,
      unit: "µs",
      note: "the sealer's time, and that less what it takes to verify the same turns alone",
      raw: { verify },
    }),
  ];
}

function toFacts(runId: string, { payload, salt, ...event }: ChainedEvent): EventFacts {
  return { ...event, runId, payload: commitToText(canonicalText(payload), salt) };
}

/** Microseconds of processor time for a turn. */
function cpuOf<One>(turns: readonly One[], work: (turn: One) => unknown): number {
  for (const turn of turns) work(turn);
  const from = process.cpuUsage();
  for (let loop = 0; loop < LOOPS; loop += 1) for (const turn of turns) work(turn);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / (LOOPS * turns.length);
}

async function readTurns(database: pg.Client): Promise<Turn[]> {
  const { rows: runs } = await database.query<{ id: string }>(
    "SELECT id FROM run WHERE status = 'complete' ORDER BY id DESC LIMIT $1",
    [RUNS],
  );
  return Promise.all(runs.map(({ id }) => readTurn(database, id)));
}

async function readTurn(database: pg.Client, runId: string): Promise<Turn> {
  const events = await database.query<ChainedEvent & { at: Date | string }>(
    `SELECT seq, public_seq AS "publicSeq", type, visibility, hop_ref AS "hopRef", at, event_version AS version,
       payload, salt, mac FROM run_event WHERE run_id = $1 ORDER BY seq`,
    [runId],
  );
  const rows = await database.query(
    `SELECT id, at, actor_id AS "actorId", action, target, outcome, subject_id AS "subjectId", run_id AS "runId",
       detail, salt, mac FROM audit_event WHERE run_id = $1 AND mac IS NOT NULL`,
    [runId],
  );
  const toIso = <Row extends { at: Date | string }>(row: Row) =>
    Object.assign(row, { at: new Date(row.at).toISOString() });
  return {
    runId,
    events: events.rows.map(toIso),
    rows: rows.rows.map(toIso).map(({ detail: value, salt, mac, ...facts }) => ({
      facts: { ...facts, detail: { value, salt } },
      mac,
    })),
  };
}
