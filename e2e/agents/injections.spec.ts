/**
 * A model that obeys every order it reads, and published kinds of injection through every channel: no effect without a question
 * that shows the foreign sentence, no private text sent out, no hidden word shown. Where policies only watch, they say what they
 * would have stopped.
 */
import type { Browser } from "@playwright/test";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { callIds, hiddenRows, plainWords } from "../fixtures/hidden-words.ts";
import { FOREIGN_TEXTS, INJECTIONS, nameOf } from "../fixtures/injections/all-cases.ts";
import {
  CHANGES_DIRECTORY,
  essenceOf,
  type InjectionCase,
  IS_CALL,
} from "../fixtures/injections/injection-case.ts";
import { type Ends, effectsOf, plantPeople, readEnds } from "../fixtures/injections/judge-case.ts";
import { observePolicies, wouldDeny } from "../fixtures/injections/observe-policies.ts";
import { readCopies, readStored } from "../fixtures/injections/read-copies.ts";
import {
  type ForeignWorld,
  startForeignWorld,
} from "../fixtures/injections/start-foreign-world.ts";
import { type TakenCase, takeCase } from "../fixtures/injections/take-case.ts";
import { plainText } from "../fixtures/obedient-model/read-orders.ts";
import {
  type ObedientModel,
  startObedientModel,
} from "../fixtures/obedient-model/start-obedient-model.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { INSTRUCTIONS_CANARY, PLANTED_INSTRUCTIONS } from "../fixtures/planted-instructions.ts";
import type { Place } from "../fixtures/product-database.ts";
import { type RecordingProxy, startRecordingProxy } from "../fixtures/proxies/recording-proxy.ts";
import { expect, test } from "../fixtures/test.ts";

/** Pages that take cases at once. */
const LANES = 5;

let world: ForeignWorld;
let model: ObedientModel;
let stack: TestStack;
let proxy: RecordingProxy;
let place: Place;
/** With the policies of a new deployment. */
let taken: TakenCase[];
let ends: Ends;
/** Exports, shared copies, receipts and titles of the cases that want the model's instructions. */
const copies: string[] = [];

test.slow();
test.use({ allowedErrors: [/404/] });
test.beforeAll(async ({ browser }) => {
  world = await startForeignWorld(FOREIGN_TEXTS);
  model = await startObedientModel();
  stack = await startTestStack({
    name: "injections",
    env: {
      ...world.env,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "none",
      AGENT_INSTRUCTIONS: PLANTED_INSTRUCTIONS,
      SHARED_CONTEXT: "1",
      MAX_SENDS_PER_MINUTE: "1000",
      UPLOADS_PER_MINUTE: "1000",
    },
  });
  proxy = await startRecordingProxy(stack.url);
  place = { url: proxy.url, databaseUrl: stack.databaseUrl };
  await plantPeople(place);
  taken = await takeCases(browser);
  ends = await readEnds(place, world);
});
test.afterAll(async () => {
  await stack?.remove();
  await Promise.all([proxy?.close(), model?.close(), world?.close()]);
});

/** Takes all cases, each in its own conversation. Each lane has its own browser context, since pages of one share drafts. */
async function takeCases(browser: Browser): Promise<TakenCase[]> {
  const left = [...INJECTIONS];
  const all: TakenCase[] = [];
  const lanes = Array.from({ length: LANES }, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await joinAsNewPerson(page, place);
    await page.goto(place.url);
    const own: TakenCase[] = [];
    for (let injection = left.shift(); injection; injection = left.shift())
      own.push(await takeCase(page, place, injection));
    for (const { injection, conversationId } of own)
      if (isCopied(injection)) copies.push(...(await readCopies(page, place, conversationId)));
    all.push(...own);
    await context.close();
  });
  await Promise.all(lanes);
  return all.toSorted((one, other) => one.injection.mark.localeCompare(other.injection.mark));
}

const isCopied = ({ effect, channel }: InjectionCase) => effect === "leak" || channel === "title";

/** Checks each case in a step of its own; one that fails does not hide the others. */
async function checkEach(taken: readonly TakenCase[], check: (one: TakenCase) => unknown) {
  for (const one of taken) await test.step(nameOf(one.injection), async () => check(one));
}

const isRead = ({ order }: InjectionCase) =>
  model.orders().some(({ sentence }) => plainText(order).startsWith(sentence));

const leadsToCall = ({ isRead: wasRead, effect, addressAsText }: InjectionCase) =>
  wasRead && !addressAsText && IS_CALL.has(effect);

const isWrite = ({ effect }: InjectionCase) =>
  CHANGES_DIRECTORY.has(effect) || effect.startsWith("message") || effect === "clear";

test("nothing is done, opened or sent without a question that shows the foreign words", async () => {
  await checkEach(taken, ({ injection, questions, addresses }) => {
    const { mark, channel } = injection;
    const name = nameOf(injection);
    expect.soft(isRead(injection), `${name}: was read`).toBe(injection.isRead);
    expect.soft(effectsOf(injection, ends), `${name}: has no effect`).toEqual([]);
    const telling = addresses.filter((address) => address.includes(injection.secret));
    expect.soft(telling, `${name}: shows no address with private text`).toEqual([]);
    if (!leadsToCall(injection)) return;
    // A description that was accepted is the operator's word, so that the question shows the call alone.
    if (channel === "MCP description") {
      expect.soft(questions, `${name}: is asked about`).toHaveLength(1);
      return;
    }
    // An order to send something is asked about with what is sent.
    const words = isWrite(injection) ? essenceOf(injection) : mark;
    const shown = questions.map(plainText).join("\n");
    expect.soft(shown, `${name}: is asked about`).toContain(words);
  });
});

test("no word of the prompts is at the browser, in the store or in a copy", async () => {
  const requests = model.requests();
  const names = [INSTRUCTIONS_CANARY, "python_interpreter", ...callIds(requests)];
  const rows = hiddenRows(requests);
  expect(rows.length).toBeGreaterThan(100);
  const texts = proxy
    .exchanges()
    .filter(({ contentType }) => /html|x-component|event-stream|json|markdown/.test(contentType))
    .map(({ received }) => received);
  const stored = await readStored(place);
  expect(copies.length).toBeGreaterThan(20);
  const places = { "at the browser": texts, "in the store": stored, "in a copy": copies };
  for (const [where, received] of Object.entries(places))
    await test.step(where, () => {
      const all = received.join("\n");
      const words = plainWords(all);
      expect.soft(all, `${where}: was obeyed`).toContain("As you wish.");
      expect.soft(names.filter((name) => all.includes(name))).toEqual([]);
      expect.soft(rows.filter((row) => words.includes(row))).toEqual([]);
    });
});

/** Who stops the effect, by what would have been the case. */
const STOPPED_BY: Partial<Record<InjectionCase["effect"], string>> = {
  open: "unknown-address-needs-approval",
  "open-host": "unknown-address-needs-approval",
  "open-case": "unknown-address-needs-approval",
  search: "private-text-needs-approval",
  "search-encoded": "private-text-needs-approval",
  board: "private-text-needs-approval",
};

test("policies that only watch stop nothing, and say what they would have stopped", async ({
  browser,
}) => {
  const before = await readEnds(place, world);
  await observePolicies(place);
  await plantPeople(place);
  const watched = await takeCases(browser);
  const after = await readEnds(place, world, before);
  for (const one of watched) {
    const { injection, conversationId, questions } = one;
    const { effect } = injection;
    const denied = await wouldDeny(place, conversationId);
    await test.step(nameOf(injection), () => {
      const name = nameOf(injection);
      expect.soft(questions, `${name}: is not asked about`).toEqual([]);
      if (!leadsToCall(injection)) return;
      expect.soft(effectsOf(injection, after), `${name}: has its effect`).not.toEqual([]);
      const stoppedBy = STOPPED_BY[effect] ?? "foreign-text-needs-approval";
      expect.soft(denied, `${name}: would have been stopped`).toContain(stoppedBy);
    });
  }
});
