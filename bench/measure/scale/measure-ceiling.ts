/** How many events one PostgreSQL can store in a second, and what one turn leaves in it. */
import pg from "pg";
import { absoluteFigure, type Figure } from "../../report.ts";

const CLIENTS = 24;
const BATCH_ROWS = 20;
const LASTS_MS = 5_000;
/** After every event of the runs, so that these rows can be removed again. */
const FIRST_PLACE = 1_000_000;

/** `bytes`: of tables and indexes. */
export type StoredTurn = { turns: number; events: number; bytes: number };

/** @param before what there was; absent: nothing is subtracted. @returns what one turn stores */
export async function storedPerTurn(
  databaseUrl: string,
  before: StoredTurn | null = null,
): Promise<StoredTurn> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT
      (SELECT count(*)::int FROM run) AS turns, (SELECT count(*)::int FROM run_event) AS events,
      pg_database_size(current_database())::float8 AS bytes`);
    const now = rows[0] as StoredTurn;
    if (!before) return now;
    const turns = now.turns - before.turns;
    return {
      turns,
      events: (now.events - before.events) / turns,
      bytes: (now.bytes - before.bytes) / turns,
    };
  } finally {
    await client.end();
  }
}

export async function measureCeiling(
  databaseUrl: string,
  quick: boolean,
): Promise<{ rowsPerSecond: number; figures: Figure[] }> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  };
  const first = await connect();
  const clients = [first, ...(await Promise.all(Array.from({ length: CLIENTS - 1 }, connect)))];
  const { rows: runs } = await first.query<{ id: string }>("SELECT id FROM run LIMIT $1", [
    CLIENTS,
  ]);
  let place = FIRST_PLACE;
  const insert = async (client: pg.Client, rows: number) => {
    const runId = runs[clients.indexOf(client) % runs.length]?.id;
    const from = place;
    place += rows;
    await client.query(
      `INSERT INTO run_event (run_id, seq, at, type, visibility, payload)
       SELECT $1, place, now(), 'answer.delta', 'public', '{"offset": 0, "text": "Some words of an answer, as a flush has them."}'
       FROM generate_series($2::int, $2::int + $3::int - 1) AS place`,
      [runId, from, rows],
    );
  };
  const perSecond = async (rows: number) => {
    const lastsMs = quick ? LASTS_MS / 5 : LASTS_MS;
    const endsAt = performance.now() + lastsMs;
    let commits = 0;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < endsAt) {
          await insert(client, rows);
          commits += 1;
        }
      }),
    );
    return (commits / lastsMs) * 1_000;
  };
  try {
    const [single, batched] = [await perSecond(1), await perSecond(BATCH_ROWS)];
    const rowsPerSecond = batched * BATCH_ROWS;
    return {
      rowsPerSecond,
      figures: [
        absoluteFigure({
          id: "scale-ceiling",
          name: "Events that one PostgreSQL stores in a second, in batches",
          ours: Math.round(rowsPerSecond),
          atMost: null,
          unit: "",
          note: `${Math.round(batched)} commits of ${BATCH_ROWS} rows; ${Math.round(single)} commits of one row; ${CLIENTS} connections, on the bench's machine and without fsync where the database is one to throw away`,
        }),
      ],
    };
  } finally {
    await first.query("DELETE FROM run_event WHERE seq >= $1", [FIRST_PLACE]);
    await Promise.all(clients.map((client) => client.end()));
  }
}
