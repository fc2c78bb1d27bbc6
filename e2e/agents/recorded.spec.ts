/**
 * The example conversations between a recording model server and a recording service: what the product sends is checked
 * word by word for what a memory policy must not let through, and header by header.
 */

import type { Page } from "@playwright/test";
import { DATA_OPENING } from "../../lib/contracts/model/marked-data.ts";
import { openNewConversation } from "../fixtures/chat-page.ts";
import { type Place, sql } from "../fixtures/product-database.ts";
import type { Exchange } from "../fixtures/proxies/recording-proxy.ts";
import { declared, type RecordedStack, strict } from "../fixtures/stacks/recorded.ts";
import { expect } from "../fixtures/test.ts";

type Agent = "general" | "users" | "concierge";
/** A message, the agent that answers it, and a part of the answer. */
type Script = readonly (readonly [text: string, agent: Agent, answer: string | RegExp])[];

const CONVERSATIONS: Record<string, Script> = {
  "fibonacci twice": [
    ["Calculate fibonacci(10) because Grandmother Ottilie collects pinecones.", "general", "55"],
    ["now the same for 20", "general", "6765"],
  ],
  "users, then the first one is deleted": [
    ["List users, says the lighthouse keeper.", "users", "people in the directory"],
    ["delete the first one", "users", /delete/i],
  ],
  "users, weather, users": [
    ["List users before the orchestra rehearses.", "users", "people in the directory"],
    ["What's the weather in Paris while marmots hibernate?", "general", /Paris/],
    ["how many users are there?", "users", /There are \d+ people/],
  ],
  "weather, then a sum": [
    ["What's the weather in Paris while marmots hibernate?", "general", /Paris/],
    ["calculate 17 * 23", "general", "391"],
  ],
  "an intake": [
    ["I need a brief for a mobile app, whispered the glassblower.", "concierge", "achieve?"],
    ["Help people find lost dogs", "concierge", "Who is it for?"],
    [
      "It is for dog owners in big cities who have little time.",
      "concierge",
      "Where should it run?",
    ],
    ["It must use React Native and run on iOS and Android", "concierge", "By when"],
  ],
};

/** A turn of a conversation, with everything that was sent for it. */
type Turn = {
  text: string;
  agent: Agent;
  answer: string;
  modelCalls: readonly Exchange[];
  /** The call that names the conversation, behind its first turn. */
  titleCalls: readonly Exchange[];
  serviceCalls: readonly Exchange[];
  /** The answer as it is stored: what the person sees. */
  visible: string;
  /** The agents' stored states when the turn began. */
  stateBefore: ReadonlyMap<string, string>;
};

type Request = {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
  response_format?: unknown;
};

const WORD = /[\p{L}\p{N}]{4,}/gu;
const wordsOf = (...texts: readonly string[]) =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));

/** Who sent a prompt: its tools tell the agents apart, and a plan is asked for with a response format. */
function senderOf({ tools = [], response_format }: Request): Agent | "coordinator" {
  const names = tools.map((tool) => tool.function.name);
  if (names.includes("write_brief")) return "concierge";
  if (names.includes("list_people")) return "users";
  if (names.includes("python_interpreter")) return "general";
  expect(response_format === undefined || names.length === 0, "a known sender").toBe(true);
  return "coordinator";
}

/** The context state in a stored state, as JSON: a transcript is none. */
function contextStateIn(stored: string | undefined): string {
  return JSON.stringify(JSON.parse(stored ?? "{}").context_state ?? {});
}

/** An agent's context state, and its facts where structured memory is forced on it. */
function contextStatesOf(sender: string, { stateBefore }: Turn): string[] {
  return [sender, `${sender}-facts`].map((id) => contextStateIn(stateBefore.get(id)));
}

/** Words of earlier turns that `sender` may know from its own memory. */
function rememberedBy(
  sender: Agent | "coordinator",
  { earlier, turn, isStrict }: { earlier: readonly Turn[]; turn: Turn; isStrict: boolean },
): Set<string> {
  const hasTranscript = sender === "users" || (sender === "general" && !isStrict);
  if (!hasTranscript) return wordsOf(...contextStatesOf(sender, turn));
  const own = earlier.filter(({ agent }) => agent === sender);
  return wordsOf(
    ...own.flatMap(({ text, answer, serviceCalls, modelCalls }) => [
      text,
      answer,
      ...serviceCalls.map(({ received }) => received),
      ...modelCalls.map(({ received }) => received),
    ]),
  );
}

const SOURCE_NOTE = /\((?:This result|Item 1) is source \[[^"\\]*?\)(?=\\n\\n)/g;

/** Words of earlier turns in a prompt that neither its sender's memory nor the current turn explains. */
function leakedWords(
  call: Exchange,
  given: { earlier: readonly Turn[]; turn: Turn; isStrict: boolean },
): string[] {
  const { earlier, turn } = given;
  const request = JSON.parse(call.sent) as Request;
  const [system, ...rest] = request.messages;
  const prompt = JSON.stringify(rest);
  const known = new Set([
    // The product's own words above a result, about the numbers of its sources.
    ...wordsOf(...(prompt.match(SOURCE_NOTE) ?? [])),
    // Its own words before data.
    ...wordsOf(DATA_OPENING),
    // The role's own prompt and schemas, which no turn changes.
    ...wordsOf(String(system?.content), JSON.stringify([request.tools, request.response_format])),
    ...wordsOf(turn.text),
    // What this run itself received.
    ...wordsOf(...[...turn.modelCalls, ...turn.serviceCalls].map(({ received }) => received)),
    ...rememberedBy(senderOf(request), given),
  ]);
  const said = wordsOf(...earlier.flatMap(({ text, answer }) => [text, answer]));
  return [...wordsOf(prompt)].filter((word) => said.has(word) && !known.has(word));
}

const TRANSPORT_HEADERS = [
  /^(host|connection|accept|accept-language|accept-encoding|content-type|content-length)$/,
  /^(user-agent|authorization|sec-fetch-mode|transfer-encoding|pragma|cache-control)$/,
];
const MODEL_HEADERS = [...TRANSPORT_HEADERS, /^x-stainless-/];
const SERVICE_HEADERS = [
  ...TRANSPORT_HEADERS,
  /^(x-node-id|x-agent-ref|x-agent-parent-ref|x-agent-state|x-agent-state-mac|traceparent|idempotency-key)$/,
];
/** Ids of the run and of its hop, and nothing else. */
const CALL_KEY = /^[0-9a-f-]{36}:h\d+(\.(open|fork))?$/;
const strangeHeaders = ({ headers }: Exchange, allowed: readonly RegExp[]) =>
  Object.keys(headers).filter((name) => !allowed.some((pattern) => pattern.test(name)));

function envelopeOf({ headers }: Exchange): { text: string; variables: Record<string, object> } {
  const text = Buffer.from(String(headers["x-agent-state"]), "base64url").toString();
  return { text, variables: JSON.parse(text).variables ?? {} };
}

function fieldNamesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(fieldNamesIn);
  return Array.isArray(value) ? below : [...Object.keys(value), ...below];
}

const isTitle = ({ sent }: Exchange) => sent.includes('"Give this conversation a title.');

/** Checks what was sent for a title: the visible turn, and no word of what is behind it. */
function expectVisibleOnly({ titleCalls, text, visible }: Turn): void {
  for (const call of titleCalls) {
    const { messages, tools, response_format } = JSON.parse(call.sent) as Request;
    const [, asked, answered, request] = messages;
    expect([tools, response_format, messages.length]).toEqual([undefined, undefined, 4]);
    expect(asked).toEqual({ role: "user", content: text });
    expect(visible).not.toBe("");
    expect([answered?.role, visible.startsWith(String(answered?.content))]).toEqual([
      "assistant",
      true,
    ]);
    expect(request?.content).toBe("Give this conversation a title.");
    expect(strangeHeaders(call, MODEL_HEADERS)).toEqual([]);
  }
}

/** Checks everything that was sent for one turn. */
function expectClean(
  turn: Turn,
  {
    earlier,
    secrets,
    isStrict,
  }: { earlier: readonly Turn[]; secrets: readonly string[]; isStrict: boolean },
) {
  expect(turn.modelCalls.length, turn.text).toBeGreaterThan(0);
  // Facts hold figures, ids and addresses of results, and no word that only the person said.
  const answered = wordsOf(...earlier.map(({ answer }) => answer));
  const onlySaid = [...wordsOf(...earlier.map(({ text }) => text))].filter((w) => !answered.has(w));
  const facts = wordsOf(contextStateIn(turn.stateBefore.get("general-facts")));
  expect(onlySaid.filter((word) => facts.has(word))).toEqual([]);
  for (const call of turn.modelCalls) {
    expect(leakedWords(call, { earlier, turn, isStrict }), `${turn.text}: ${call.sent}`).toEqual(
      [],
    );
    expect(strangeHeaders(call, MODEL_HEADERS)).toEqual([]);
  }
  if (turn.agent === "users") expect(turn.serviceCalls.length).toBeGreaterThan(0);
  else expect(turn.serviceCalls).toEqual([]);
  for (const call of turn.serviceCalls) {
    expect(strangeHeaders(call, SERVICE_HEADERS)).toEqual([]);
    expect(call.headers["idempotency-key"]).toMatch(CALL_KEY);
    const { text, variables } = envelopeOf(call);
    // Analytics leave the process only where their setting turns them on.
    expect(JSON.stringify(variables)).not.toMatch(/orchestrator_plan|agent_execution|"analytics"/);
    const said = wordsOf(...earlier.flatMap((before) => [before.text, before.answer]));
    // The names of agents and of the envelope's fields are the product's own words.
    const known = wordsOf(turn.text, turn.agent, ...fieldNamesIn(JSON.parse(text)));
    const leaked = [...wordsOf(text, call.sent)].filter(
      (word) => said.has(word) && !known.has(word),
    );
    expect(leaked, `${text} ${call.sent}`).toEqual([]);
  }
  expectVisibleOnly(turn);
  const everything = [...turn.modelCalls, ...turn.titleCalls, ...turn.serviceCalls]
    .map(({ headers, sent }) => JSON.stringify(headers) + sent)
    .join("\n");
  for (const secret of secrets) expect(everything).not.toContain(secret);
}

for (const isStrict of [false, true]) {
  const { test, lock } = isStrict ? strict : declared;
  const memory = isStrict ? "with structured memory forced" : "with declared memory";
  test.describe(memory, { lock }, () => {
    for (const [name, script] of Object.entries(CONVERSATIONS)) {
      test(`${name}: nothing leaves that must not`, async ({
        page,
        context,
        stack,
        person,
        signIn,
      }) => {
        // May change the directory.
        const { email, password } = await person("admin");
        await signIn("admin");
        const cookies = (await context.cookies()).map(({ value }) => value);
        const secrets = [email, password, "Robin Example", ...cookies.filter((v) => v.length > 20)];
        const earlier: Turn[] = [];
        // A title's call holds a turn that is over.
        const titles = isStrict ? 0 : 1;
        for await (const turn of converse(page, stack, script, titles)) {
          expectClean(turn, { earlier, secrets, isStrict });
          earlier.push(turn);
        }
        expect(earlier).toHaveLength(script.length);
        expect(earlier.flatMap(({ titleCalls }) => titleCalls)).toHaveLength(titles);
      });
    }
  });
}

/** Takes the turns of a script, one after the other, and collects what was sent for each. */
async function* converse(
  page: Page,
  stack: RecordedStack,
  script: Script,
  titles: number,
): AsyncGenerator<Turn> {
  const chat = await openNewConversation(page);
  for (const [index, [text, agent, answer]] of script.entries()) {
    const stateBefore = await statesOf(stack, page.url());
    const [models, services] = [stack.modelCalls().length, stack.serviceCalls().length];
    await chat.say(text);
    await expect(chat.answers).toHaveCount(index + 1);
    await expect(chat.answers.last()).toContainText(answer);
    await chat.settled();
    const sent = () => stack.modelCalls().slice(models);
    if (index === 0) await expect.poll(() => sent().filter(isTitle).length).toBe(titles);
    yield {
      text,
      agent,
      answer: await chat.answers.last().innerText(),
      modelCalls: sent().filter((call) => !isTitle(call)),
      titleCalls: sent().filter(isTitle),
      visible: await newestAnswerOf(stack, page.url()),
      serviceCalls: stack.serviceCalls().slice(services),
      stateBefore,
    };
  }
}

async function newestAnswerOf(place: Place, pageUrl: string): Promise<string> {
  const [row] = await sql<{ content: string }>(
    `SELECT content FROM message WHERE conversation_id = $1 AND role = 'assistant'
     ORDER BY ordinal DESC LIMIT 1`,
    [new URL(pageUrl).pathname.slice("/c/".length)],
    place,
  );
  return row?.content.trim() ?? "";
}

/** The newest stored state of each agent in the page's conversation, as JSON. */
async function statesOf(place: Place, pageUrl: string): Promise<ReadonlyMap<string, string>> {
  const id = /\/c\/([0-9a-f-]{36})$/.exec(pageUrl)?.[1];
  if (!id) return new Map();
  const rows = await sql<{ agent_id: string; state: string }>(
    `SELECT DISTINCT ON (agent_id) agent_id, state::text FROM hidden_state
     WHERE conversation_id = $1 AND quarantined_at IS NULL ORDER BY agent_id, version DESC`,
    [id],
    place,
  );
  return new Map(rows.map(({ agent_id, state }) => [agent_id, state]));
}
