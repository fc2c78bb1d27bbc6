/** Size of each agent's hidden state, turn by turn, and the share of a turn's bytes that the browser never receives. */
import pg from "pg";
import { takeTurn } from "../load/take-turn.ts";
import { type Browser, openBrowser } from "../load/target.ts";
import type { Figure } from "../report.ts";
import { startProduct } from "../stack/start-product.ts";
import { type ModelBody, type ScriptedAnswer, tapModel } from "../stack/tap-model.ts";
import { type BenchStage, waitForLastFlush } from "./stage.ts";

/** Figures from the sources (ADR-004 "State Size Analysis"; ADR-003 "Benefit"). */
const SOURCES = {
  general: "~500 bytes, 5 calls ~5 KB, 20 calls ~20 KB",
  users: "~50 bytes, always",
  concierge: "no figure",
  share: 0.8,
};

const TEN_KB = 10_000;

/** One conversation per agent, with the demo model's plans and answers. */
const CONVERSATIONS = {
  general: ["Hello!", ...Array.from({ length: 20 }, (_, n) => `Calculate fibonacci(${n + 10}).`)],
  users: ["List the users.", "Now list them once more.", "And who is the first one?"],
  concierge: [
    "I want to write a project brief.",
    "The project is called Lantern, a reading lamp that dims with the hour.",
    "It is for people who read in bed.",
    "It should be done by the end of May, with a budget of 20,000 euros.",
  ],
} as const;

export const measureStateSizes: BenchStage = async ({ base, onProgress }) => {
  const tap = await tapModel(base.modelUrl);
  const product = await startProduct(base, { modelUrl: tap.url });
  const client = new pg.Client({ connectionString: base.databaseUrl });
  await client.connect();
  try {
    const [cookie = ""] = await product.signInAll();
    const figures: Figure[] = [];
    for (const [agentId, messages] of Object.entries(CONVERSATIONS)) {
      onProgress(`  ${agentId}, ${messages.length} turns`);
      const browser = openBrowser(cookie);
      for (const text of messages) await takeTurn(product.target, browser, text, 0);
      await waitForLastFlush();
      const states = await readStates(client, browser.conversationId ?? "");
      figures.push({
        id: `state-size-${agentId}`,
        name: `Hidden state of ${agentId}, as stored, turn by turn`,
        ours: absentFrom(states, agentId) ?? describeSizes(states, agentId),
        control: `sources: ${SOURCES[agentId as keyof typeof CONVERSATIONS]}`,
        ratio: "",
        bar: "",
        met: null,
        raw: { states },
      });
      browser.agent.destroy();
    }
    tap.script = twoLargeResults;
    const share = await measureShare(client, openBrowser(cookie), (browser) =>
      takeTurn(product.target, browser, "Read both files.", 0),
    );
    return [...figures, share];
  } finally {
    await client.end();
    await product.stop();
    tap.close();
  }
};

/** The turn of the sources' example: two results of 10 KB each, then a short answer. */
function twoLargeResults(body: ModelBody): ScriptedAnswer {
  if (body.response_format) return null;
  if (body.messages.some(({ role }) => role === "tool")) {
    return { text: "Both files were read: they hold the letter x, and nothing else." };
  }
  const call = { name: "python_interpreter", arguments: { code: `print("x" * ${TEN_KB})` } };
  return { toolCalls: [call, call] };
}

async function measureShare(
  client: pg.Client,
  browser: Browser,
  take: (browser: Browser) => Promise<{ receivedBytes: number }>,
): Promise<Figure> {
  const { receivedBytes } = await take(browser);
  await waitForLastFlush();
  const hidden = await readHiddenBytes(client, browser.conversationId ?? "");
  browser.agent.destroy();
  const share = hidden.history / (hidden.history + receivedBytes);
  return {
    id: "hidden-share",
    name: "Share of a turn's bytes kept from the browser, two results of 10 KB",
    ours: `${(share * 100).toFixed(1)} %`,
    control: "sources: 70 to 80 %",
    ratio: "",
    bar: "> 80 %",
    met: share > SOURCES.share,
    note: `${hidden.history} bytes of tool calls and results against ${receivedBytes} bytes that the browser received; all recorded events together have ${hidden.all} hidden bytes`,
    raw: { share, receivedBytes, ...hidden },
  };
}

type StoredSize = { agentId: string; version: number; bytes: number };

async function readStates(client: pg.Client, conversationId: string): Promise<StoredSize[]> {
  const { rows } = await client.query<StoredSize>(
    `SELECT agent_id AS "agentId", version, bytes FROM hidden_state
     WHERE conversation_id = $1 ORDER BY agent_id, version`,
    [conversationId],
  );
  return rows;
}

/** A note naming the agents that have state, when this one has none; otherwise null. */
function absentFrom(states: readonly StoredSize[], agentId: string): string | null {
  if (states.some((state) => state.agentId === agentId)) return null;
  const others = [...new Set(states.map((state) => state.agentId))].join(", ");
  return `none (state of ${others || "no agent"})`;
}

/** The first, every fifth and the last version. */
function describeSizes(states: readonly StoredSize[], agentId: string): string {
  const own = states.filter((state) => state.agentId === agentId);
  const shown = own.filter((_, index) => index % 5 === 0 || index === own.length - 1);
  return shown.map(({ version, bytes }) => `${version}: ${bytes}`).join(", ");
}

/** Bytes of a conversation's hidden events. `history` counts tool calls and results, `all` every event. */
async function readHiddenBytes(
  client: pg.Client,
  conversationId: string,
): Promise<{ history: number; all: number }> {
  const { rows } = await client.query<{ history: string | null; all: string | null }>(
    `SELECT sum(octet_length(payload::text)) FILTER (WHERE type IN ('tool.called', 'tool.returned')) AS history,
       sum(octet_length(payload::text)) AS all
     FROM run_event JOIN run ON run.id = run_event.run_id
     WHERE run.conversation_id = $1 AND visibility = 'hidden'`,
    [conversationId],
  );
  return { history: Number(rows[0]?.history ?? 0), all: Number(rows[0]?.all ?? 0) };
}
