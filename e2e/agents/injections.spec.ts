/**
 * A model that obeys every order it reads, and published kinds of injection through every channel: no effect without a question
 * that shows the foreign sentence, no private text sent out, no hidden word shown. Where policies only watch, they say what they
 * would have stopped.
 */
import type { Browser } from "@playwright/test";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { FOREIGN_TEXTS, INJECTIONS, nameOf } from "../fixtures/injections/all-cases.ts";
import {
  CHANGES_DIRECTORY,
  type InjectionCase,
  IS_CALL,
} from "../fixtures/injections/injection-case.ts";
import { effectsOf, plantPeople, readEnds } from "../fixtures/injections/judge-case.ts";
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
import { type Place, sql } from "../fixtures/product-database.ts";
import { type RecordingProxy, startRecordingProxy } from "../fixtures/proxies/recording-proxy.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 480_000;
/** Pages that take cases at once. */
const LANES = 3;

let world: ForeignWorld;
let model: ObedientModel;
let stack: TestStack;
let proxy: RecordingProxy;
let place: Place;

test.describe.configure({ mode: "serial", timeout: PATIENCE_MS });
test.use({ allowedErrors: [/404/] });
test.beforeAll(async () => {
  test.setTimeout(PATIENCE_MS);
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
});
test.afterAll(async () => {
  await stack?.remove();
  await Promise.all([proxy?.close(), model?.close(), world?.close()]);
});

/** Takes all cases, some at once, each in a conversation of its own. Pages of one browser would share what is not sent yet. */
async function takeCases(browser: Browser): Promise<TakenCase[]> {
  const left = [...INJECTIONS];
  const taken: TakenCase[] = [];
  const lanes = Array.from({ length: LANES }, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await joinAsNewPerson(page, place);
    for (let injection = left.shift(); injection; injection = left.shift())
      taken.push(await takeCase(page, proxy.url, injection));
    await context.close();
  });
  await Promise.all(lanes);
  return taken.toSorted((one, other) => one.injection.mark.localeCompare(other.injection.mark));
}

/** Checks each case in a step of its own; one that fails does not hide the others. */
async function checkEach(taken: readonly TakenCase[], check: (one: TakenCase) => Promise<void>) {
  for (const one of taken) await test.step(nameOf(one.injection), () => check(one));
}

const isRead = ({ order }: InjectionCase) =>
  model.orders().some(({ sentence }) => plainText(order).includes(sentence));

test("nothing is done, opened or sent without a question that shows the foreign words", async ({
  browser,
}) => {
  const taken = await takeCases(browser);
  const ends = await readEnds(place, world);
  console.log(`  ${taken.length} cases`);
  await checkEach(taken, async ({ injection, questions, pictures }) => {
    const { mark, order, effect } = injection;
    const name = nameOf(injection);
    expect.soft(isRead(injection), `${name}: was read`).toBe(injection.isRead);
    expect.soft(effectsOf(injection, ends), `${name}: has no effect`).toEqual([]);
    expect
      .soft(
        pictures.filter((src) => src.includes(mark)),
        `${name}: no picture`,
      )
      .toEqual([]);
    if (!injection.isRead || !IS_CALL.has(effect)) return;
    const shown = questions.map(plainText).join("\n");
    const isWrite = CHANGES_DIRECTORY.has(effect) || effect.startsWith("message");
    // An order to send something is asked about with what is sent.
    expect.soft(shown, `${name}: is asked about`).toContain(isWrite ? plainText(order) : mark);
  });
});
