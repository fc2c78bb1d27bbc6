/**
 * What a turn costs the database and the server in processor time, against a control turn: three plain statements through
 * a pool of the same size (a question, an empty answer, the finished answer). In a small database that turns have warmed,
 * and in one of 10,000 conversations that nobody has used since the server's start.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { takeTurn } from "../../load/take-turn.ts";
import { openBrowser } from "../../load/target.ts";
import { absoluteFigure, type Figure, ratioFigure } from "../../report.ts";
import { type Base, postmasterPid } from "../../stack/start-base.ts";
import { type Product, startProduct } from "../../stack/start-product.ts";
import { cpuMicros, cpuTreeMicros } from "../machine/process-figures.ts";
import { type BenchStage, waitForLastFlush } from "../stage.ts";
import { measureMasking } from "./masking.ts";

const TOKENS = 20;
/** As `DATABASE_POOL_SIZE` is by default. */
const CONNECTIONS = 14;
const AT_ONCE = 10;
const WARM_UP_TURNS = 100;
const CONVERSATIONS = 10_000;
const DATABASE_AT_MOST = 5;

type Cost = { database: number; server: number; control: number };

export const measureTurnCost: BenchStage = async ({ quick, base, model, onProgress }) => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: 0 });
  const turns = quick ? 50 : 500;
  onProgress("  a warm database");
  const warm = await measureCost(base, { turns, warmUp: WARM_UP_TURNS });
  const masking = measureMasking(await model.requests("of the bench"), warm.server);
  onProgress(`  a cold database of ${CONVERSATIONS} conversations`);
  await seedConversations(base.databaseUrl);
  const cold = await measureCost(base, { turns, warmUp: 0 });
  return [...toFigures("warm", warm), masking, ...toFigures("cold", cold)];
};

async function measureCost(
  base: Base,
  { turns, warmUp }: { turns: number; warmUp: number },
): Promise<Cost> {
  const postmaster = postmasterPid(base);
  const database = () => cpuTreeMicros(postmaster);
  const product = await startProduct(base);
  const pool = new pg.Pool({ connectionString: base.databaseUrl, max: CONNECTIONS });
  try {
    const cookies = await product.signInAll();
    await takeTurns(product, cookies, warmUp);
    const before = { database: database(), server: cpuMicros(product.pid) };
    await takeTurns(product, cookies, turns);
    const ours = {
      database: (database() - before.database) / turns,
      server: (cpuMicros(product.pid) - before.server) / turns,
    };
    await takeControlTurns(pool, warmUp);
    const idle = database();
    await takeControlTurns(pool, turns);
    return { ...ours, control: (database() - idle) / turns };
  } finally {
    await pool.end();
    await product.stop();
  }
}

/** Each in a new conversation, as many people at once as there are accounts for. */
async function takeTurns(
  { target }: Product,
  cookies: readonly string[],
  turns: number,
): Promise<void> {
  let left = turns;
  const play = async (_: unknown, place: number) => {
    while (left > 0) {
      left -= 1;
      const browser = openBrowser(cookies[place % cookies.length] ?? "");
      await takeTurn(target, browser, `Turn ${left} of the bench.`, TOKENS);
      browser.agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  await waitForLastFlush();
}

const NEWEST = "SELECT conversation_id, ordinal FROM message ORDER BY ordinal DESC LIMIT 1";
const INSERT = `INSERT INTO message (id, conversation_id, ordinal, role, content)
  VALUES ($1, $2, $3, $4, $5)`;
const FINISH = "UPDATE message SET content = $2, ending = 'complete' WHERE id = $1";
const ANSWER = Array.from({ length: TOKENS }, (_, place) => `token${place}`).join(" ");

/** All of them behind the newest message of one conversation. */
async function takeControlTurns(pool: pg.Pool, turns: number): Promise<void> {
  const [newest] = (await pool.query(NEWEST)).rows;
  let taken = 0;
  const play = async () => {
    while (taken < turns) {
      const ordinal = newest.ordinal + 1 + 2 * taken;
      taken += 1;
      const [question, answer] = [randomUUID(), randomUUID()];
      const insert = (...values: unknown[]) =>
        pool.query({ name: "control-insert", text: INSERT, values });
      await insert(
        question,
        newest.conversation_id,
        ordinal,
        "user",
        `Turn ${taken} of the bench.`,
      );
      await insert(answer, newest.conversation_id, ordinal + 1, "assistant", "");
      await pool.query({ name: "control-finish", text: FINISH, values: [answer, ANSWER] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
}

/** Each has two messages and a run. */
async function seedConversations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `WITH people AS (SELECT array_agg(id) AS ids FROM "user"),
        talk AS (INSERT INTO conversation (id, user_id, title)
          SELECT gen_random_uuid(), ids[1 + place % cardinality(ids)], 'Talk ' || place
          FROM people, generate_series(1, $1::int) AS place RETURNING id, user_id),
        asked AS (INSERT INTO message (id, conversation_id, ordinal, role, content)
          SELECT gen_random_uuid(), id, 1, 'user', 'What is it that was asked here?' FROM talk
          RETURNING id, conversation_id),
        answered AS (INSERT INTO message (id, conversation_id, ordinal, role, content, parent_id, ending)
          SELECT gen_random_uuid(), conversation_id, 2, 'assistant', $2, id, 'complete' FROM asked
          RETURNING id, conversation_id, parent_id)
      INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status,
        lease_owner, lease_until, started_at)
      SELECT gen_random_uuid(), conversation_id, user_id, parent_id, answered.id, 'general', 'complete',
        'nobody', now(), now() - interval '1 day' FROM answered JOIN talk ON talk.id = conversation_id`,
      [CONVERSATIONS, ANSWER],
    );
    await client.query("ANALYZE");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

function toFigures(state: "warm" | "cold", { database, server, control }: Cost): Figure[] {
  return [
    ratioFigure({
      id: `turn-cost-database-${state}`,
      name: `Processor time of the database per turn, ${state}`,
      ours: database,
      control,
      controlName: "control turn",
      atMost: DATABASE_AT_MOST,
      unit: "µs",
      note: `a new conversation each turn, ${TOKENS} tokens, title included; the control is three plain statements: question, empty answer, finished answer`,
    }),
    absoluteFigure({
      id: `turn-cost-server-${state}`,
      name: `Processor time of the server per turn, ${state}`,
      ours: server,
      atMost: null,
      unit: "µs",
    }),
  ];
}
