/**
 * With `MEMORY_POLICY=context-state`, over many turns of all agents and a model that copies whatever it is given: no
 * prompt that reaches the model's server, no state and no delta holds a stretch of twelve words of an earlier turn, also
 * where a fifth of them is changed or dropped. What is looked for is counted here anew, and not by the guard.
 */
import { describe, expect, it, vi } from "vitest";
import { db } from "../../db/client.ts";
import { event, type RawAnswer } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { nameConversation } from "../name-conversation.ts";
import { type ChatBody, say, send } from "../testing/scripted-provider.ts";
import { openProvider } from "../testing/with-provider.ts";

process.env.MEMORY_POLICY = "context-state";
process.env.WEB_SEARCH_PROVIDER = "local";
process.env.SHARED_CONTEXT = "1";
process.env.CONVERSATION_TITLES = "model";
provideUms();

const TURNS = process.env.HALFSILVER_TEST_ALL === "1" ? 1_000 : 30;
vi.setConfig({ testTimeout: TURNS * 20_000 });

const SUBJECTS =
  "harbour kettle violin orchard lantern pepper meadow ribbon copper saddle walnut thistle".split(
    " ",
  );
const OTHERS =
  "old quiet heavy broken narrow golden distant hollow bitter gentle frozen hidden".split(" ");
const DEEDS =
  "carries follows measures forgets borrows repairs answers covers gathers questions".split(" ");

/** Words of a turn that no other turn has in this order. */
function sentence(turn: number, salt: number): string {
  const pick = (from: readonly string[], at: number) =>
    from[(turn * 7 + salt * 5 + at * at * 3 + at * turn) % from.length] ?? "";
  const parts = Array.from({ length: 5 }, (_, at) =>
    [
      pick(OTHERS, at),
      `${pick(SUBJECTS, at + salt)}${turn}`,
      pick(DEEDS, at),
      `w${turn}x${salt}y${at}`,
    ].join(" "),
  );
  return `${parts.join(" while the ")}.`;
}

const AGENTS = ["general", "concierge", "users"] as const;
const agentOf = (turn: number) => AGENTS[turn % AGENTS.length] ?? "general";

/** What a person writes in a turn, and what it is answered. */
const asked = (turn: number) => `Turn ${turn}: please note that the ${sentence(turn, 1)}`;
const answered = (turn: number) => `Noted as number ${turn} that the ${sentence(turn, 2)}`;

/** As models copy: whole, or with a word in six dropped or changed. */
function copied(text: string, turn: number): string {
  const words = text.split(" ");
  const nth = turn % 3 === 0 ? Number.POSITIVE_INFINITY : 6;
  const instead = turn % 3 === 1 ? [] : ["something"];
  return words.flatMap((word, at) => ((at + 1) % nth === 0 ? instead : [word])).join(" ");
}

const callOf = (name: string, args: object): RawAnswer =>
  send(
    event({
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {
                index: 0,
                id: `call-${name}`,
                type: "function",
                function: { name, arguments: JSON.stringify(args) },
              },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
    }),
    "data: [DONE]\n\n",
  );

const saidIn = ({ messages }: ChatBody) => JSON.stringify(messages);
const turnIn = (body: ChatBody) => Number(/Turn (\d+):/.exec(saidIn(body))?.[1] ?? 0);

/** The first call of a turn copies the person's words into the agent's memory; the next ones answer. */
function play(body: ChatBody): RawAnswer {
  const turn = turnIn(body);
  const words = copied(asked(turn), turn);
  const names = new Set((body.tools ?? []).map(({ function: { name } }) => name));
  const isFirst = !body.messages.some(({ role }) => role === "tool");
  if (!isFirst) return say(answered(turn));
  if (names.has("update_context_state"))
    return callOf("update_context_state", {
      delta: { intake_summary: words, answers: { goal: `goal ${turn} of the harbour` } },
    });
  if (names.has("find_people")) return callOf("find_people", { query: words });
  if (names.has("web_search")) return callOf("web_search", { query: words });
  return say(answered(turn));
}

const planFor = (body: ChatBody) =>
  JSON.stringify({
    reason: "Because.",
    steps: [
      { agent: agentOf(turnIn(body)), objective: "Answer the person.", needs: [], tools: [] },
    ],
    mentions: { person: copied(asked(turnIn(body)), 0).slice(0, 95), place: null },
  });

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** What was said so far, found by those of its words that few turns hold: all turns hold the others. */
class Spoken {
  readonly #texts: string[][] = [];
  readonly #holders = new Map<string, number[]>();

  add(said: string): void {
    const words = wordsOf(said);
    for (const word of new Set(words))
      this.#holders.set(word, [...(this.#holders.get(word) ?? []), this.#texts.length]);
    this.#texts.push(words);
    // Two of the twelve may be missing: what holds the stretch holds at least one that is rare.
    for (let from = 0; from + 12 <= words.length; from += 1)
      expect(words.slice(from, from + 12).filter(isOfOneTurn).length).toBeGreaterThanOrEqual(3);
  }

  /** The first stretch of a turn of which ten of twelve words stand in the text, in order, within sixteen words. */
  findStretch(text: string): string | null {
    const words = wordsOf(text);
    const places = new Map<string, number[]>();
    for (const [at, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), at]);
    const rare = [...places.keys()].filter(isOfOneTurn);
    const turns = new Set(rare.flatMap((word) => this.#holders.get(word) ?? []));
    for (const turn of turns) {
      const said = this.#texts[turn] ?? [];
      for (let from = 0; from + 12 <= said.length; from += 1) {
        const stretch = said.slice(from, from + 12);
        for (const first of stretch.slice(0, 3))
          for (const place of places.get(first) ?? [])
            if (inOrder(stretch, words.slice(place, place + 16)) >= 10) return stretch.join(" ");
      }
    }
    return null;
  }
}

/** Each turn has words with its number in them. */
const isOfOneTurn = (word: string) => /\d/.test(word);

function inOrder(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const word of one) {
    const next: number[] = [];
    for (const [at, candidate] of other.entries()) {
      const before = at === 0 ? 0 : (row[at - 1] ?? 0);
      next.push(candidate === word ? before + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("with structured memory forced on every agent", () => {
  it(`nothing of ${TURNS} turns stands in a later prompt, in a state or in a delta`, async () => {
    const { talk, provider } = await openProvider({ plan: planFor, answerTo: play });
    const spoken = new Spoken();
    const agents = new Set<string>();
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const before = provider.bodies.length;
      const taken = await talk.say(asked(turn));
      for (const { nodeId } of taken.of("hop.started")) agents.add(nodeId);
      await nameConversation(taken.runId);
      const sent = provider.bodies.slice(before);
      expect(sent.length).toBeGreaterThan(1);
      for (const body of sent)
        expect(spoken.findStretch(saidIn(body)), `a prompt of turn ${turn}`).toBeNull();
      spoken.add(asked(turn));
      spoken.add(taken.answer);
    }
    expect([...agents]).toEqual(expect.arrayContaining([...AGENTS]));
    const where = { conversationId: talk.conversationId() };
    const states = await db().hiddenState.findMany({ where });
    const deltas = await db().contextDelta.findMany({ where });
    expect(states.length).toBeGreaterThan(2);
    expect(deltas.length).toBeGreaterThan(2);
    const stored = [
      ...states.map(({ state }) => state),
      ...deltas.flatMap(({ delta, patch }) => [delta, patch]),
    ];
    for (const one of stored) expect(spoken.findStretch(JSON.stringify(one))).toBeNull();
  });
});
