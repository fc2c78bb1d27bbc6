/** The database becomes unreachable under 20 streams and returns: answers end with a notice, and all recovers. */
import {
  copyTemplate,
  TEMPLATE_URL,
  type TestDatabase,
} from "../../scripts/testing/copy-template.ts";
import { startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { expectStrict, watchViolations } from "../fixtures/content-policy.ts";
import { type HttpPerson, joinOverHttp, takeTurn } from "../fixtures/people/http-person.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { startTcpProxy, type TcpProxy } from "../fixtures/proxies/tcp-proxy.ts";
import { expect, test } from "../fixtures/test.ts";

const STACK_PATIENCE_MS = 240_000;
const PEOPLE = 5;
const STREAMS_EACH = 4;
const STREAMS = PEOPLE * STREAMS_EACH;
/** The promised limit: answers in progress end within it. */
const ENDED_WITHIN_MS = 30_000;
const IN_TIME = { timeout: 30_000, intervals: [100] };
/** Longer than any pause between two attempts to reconnect. */
const MINUTE_MS = 60_000;
const INTERRUPTED = "The answer was interrupted. You can try again.";

let database: TestDatabase;
let proxy: TcpProxy;
let stack: TestStack;
let people: HttpPerson[];

test.describe.configure({ timeout: STACK_PATIENCE_MS });
test.beforeAll(async () => {
  test.setTimeout(STACK_PATIENCE_MS);
  database = await copyTemplate(process.env[TEMPLATE_URL] ?? "");
  const through = new URL(database.url);
  proxy = await startTcpProxy(Number(through.port));
  through.port = String(proxy.port);
  stack = await startTestStack({
    name: "away",
    env: {
      DATABASE_URL: through.href,
      HALFSILVER_HOST: "127.0.0.1",
    },
  });
  people = await Promise.all(Array.from({ length: PEOPLE }, () => joinOverHttp(stack)));
});
test.afterAll(async () => {
  await stack?.remove();
  await proxy?.close();
  await database?.drop();
});

async function health(): Promise<{ status: number; body: { status: string; parts: object } }> {
  const response = await fetch(`${stack.url}/api/health`);
  return { status: response.status, body: await response.json() };
}

type Answer = {
  person: HttpPerson;
  conversationId: string;
  text: string;
  end: Promise<{ ending: string | null; notice: string | null; at: number }>;
};

async function startAnswer(person: HttpPerson): Promise<Answer> {
  const sent = await person.send("Count to 2000 slowly");
  if (!sent.ok) throw new Error(sent.message);
  const answer = { person, conversationId: sent.conversationId, text: "" };
  const end = person
    .follow(sent.runId, (text) => {
      answer.text = text;
    })
    .then(({ ending, notice }) => ({ ending, notice, at: Date.now() }));
  return Object.assign(answer, { end });
}

// A page that fails is answered with 500, and React reports it as its error 441.
test.use({ allowedErrors: [/status of 50[03]|React error #441/] });

for (const [how, disconnect, awayMs] of [
  ["stops responding", () => proxy.silence(), 0],
  ["breaks its connections for a minute", () => proxy.cut(), MINUTE_MS],
] as const) {
  test(`when the database ${how} under ${STREAMS} streams, all end with a notice, and everything recovers when it is back`, async ({
    page,
  }) => {
    await expect.poll(health, IN_TIME).toMatchObject({ status: 200, body: { status: "ok" } });
    await joinAsNewPerson(page, stack);
    const violations = await watchViolations(page);
    const asked = people.flatMap((person) => Array.from({ length: STREAMS_EACH }, () => person));
    const answers = await Promise.all(asked.map(startAnswer));
    await expect
      .poll(() => answers.filter(({ text }) => text.includes("10, 11")).length, IN_TIME)
      .toBe(STREAMS);

    const awayAt = Date.now();
    await disconnect();
    let unhealthy = (await health()).body;
    const seen = async () => {
      const now = await health();
      unhealthy = now.body;
      return now;
    };
    const expected = { status: "ill", parts: { database: "away", model: "ok" } };
    await expect.poll(seen, IN_TIME).toMatchObject({ status: 503, body: expected });
    expect(JSON.stringify(unhealthy)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);

    const [person] = people;
    const refused = await person?.send("Does this arrive?");
    expect(refused).toMatchObject({ ok: false, reason: "unavailable" });
    expect(refused).toMatchObject({ message: expect.stringContaining("Try again in a minute.") });
    const opened = await page.goto(`${stack.url}/`);
    expect(opened?.status()).toBe(500);
    expectStrict(opened, "/");
    await expect(page.getByText("Something went wrong on our side.")).toBeVisible();
    expect(violations).toEqual([]);
    await expect(page.locator("body")).not.toContainText(/ECONN|at async|node_modules/);

    const ends = await Promise.all(answers.map(({ end }) => end));
    for (const { at, ...end } of ends) {
      expect(end).toEqual({ ending: "interrupted", notice: INTERRUPTED });
      expect(at - awayAt).toBeLessThan(ENDED_WITHIN_MS);
    }

    await expect
      .poll(() => Date.now() - awayAt, { timeout: MINUTE_MS + 5_000, intervals: [500] })
      .toBeGreaterThanOrEqual(awayMs);
    // By then it is known that nothing can be stored, too.
    const parts = { ...unhealthy.parts, storage: "refusing" };
    await expect.poll(async () => (await health()).body, IN_TIME).toEqual({ ...unhealthy, parts });
    await proxy.restore();
    await expect.poll(async () => (await health()).body.status, IN_TIME).toBe("ok");
    for (const { person, conversationId, text } of answers) {
      const stored = async () => person.answersOf(conversationId).catch(String);
      await expect.poll(stored, IN_TIME).toMatchObject([{ ending: "interrupted", content: text }]);
    }
    for (const person of people) {
      await expect
        .poll(() => takeTurn(person, "Count to 3").catch(String), IN_TIME)
        .toMatchObject({ text: "1, 2, 3", ending: "complete" });
    }
  });
}
