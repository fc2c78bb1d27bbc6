/** 200 numbers to the service and back, in every place that takes a value: the same number, or a refusal in words. */
import { describe, expect, it } from "vitest";
import { ApiError } from "../contracts/api-error.ts";
import { isDouble, parseExact } from "../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { storedDirectory } from "./http/handle-requests.ts";
import { converseWith, say, storedMessages, text } from "./testing/converse.ts";
import { ENVELOPE, provideUms, signedHeaders } from "./testing/provide-ums.ts";

const ums = provideUms();
const { open, ask } = converseWith(ums);
const NUMBERS = twoHundredNumbers();
const IMPOSSIBLE = ["1e400", "-1e400", "1e-400"];
/** As many calls as one answer may have. */
const CALLS = 50;

async function send(path: string, body: string, metadata: Record<string, unknown> = {}) {
  const state = { ...ENVELOPE, metadata: { ...ENVELOPE.metadata, ...metadata } };
  const init = { method: "POST", headers: signedHeaders(state), body };
  const response = await fetch(`${ums.server().url}/${path}`, init);
  const json: unknown = await response.json();
  return { status: response.status, json, code: ApiError.safeParse(json).data?.error.code };
}

/** Has the model call a tool once with each of the arguments. @returns what the model was told, in their order */
async function callEach(name: string, given: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (let at = 0; at < given.length; at += CALLS) {
    const part = given.slice(at, at + CALLS);
    await ums.script({ toolCalls: part.map((args) => ({ name, arguments: args })) }, text("Done."));
    await ask(await open(), say("Look them up."));
    const { messages } = (await ums.prompts()).at(-1) ?? { messages: [] };
    const results = messages.filter(({ role }) => role === "tool");
    expect(results).toHaveLength(part.length);
    told.push(...results.map(({ content }) => content ?? ""));
  }
  return told;
}

/** Also because an equal number was asked for before. */
const REFUSED = /cannot hold the number|do not fit|No number can be|^This call /;

describe("a request to the service", () => {
  it("whose position is no position is refused in words, whatever its size", async () => {
    const id = await open();
    for (const source of [...NUMBERS, "2147483647", "2147483648", "3000000000", ...IMPOSSIBLE]) {
      const { status, code } = await send(`conversations/${id}/fork`, `{"position":${source}}`);
      const isPosition = isDouble(source) && /^\d+(\.0+)?$/.test(String(Number(source)));
      const fits = isPosition && Number(source) <= 2_147_483_647;
      expect([source, status, code]).toEqual(
        fits ? [source, 201, undefined] : [source, 400, "invalid"],
      );
    }
  });

  it("with numbers in its envelope is taken, and one with an impossible number is refused", async () => {
    for (const source of NUMBERS.filter((_, index) => index % 10 === 0)) {
      const { status } = await send("conversations", "{}", { n: parseExact(source) });
      expect([source, status]).toEqual([source, 201]);
    }
  });

  it("keeps the numbers of a title and of a message as they were written", async () => {
    const title = NUMBERS.slice(0, 12).join(" ");
    const { json } = await send("conversations", JSON.stringify({ title }));
    expect(json).toMatchObject({ title });
    const id = await open();
    await ums.script(text(`You said ${title}.`));
    const { content } = await ask(id, say(`Say ${title}.`));
    expect(content).toBe(`You said ${title}.`);
    expect((await storedMessages(id)).map((message) => message.content)).toEqual([
      `Say ${title}.`,
      `You said ${title}.`,
    ]);
  });
});

describe("the directory's tools", () => {
  it("take a number as it is where a number belongs, or say why not", async () => {
    const told = await callEach(
      "list_people",
      [...NUMBERS, ...IMPOSSIBLE].map((source) => `{"limit":1,"offset":${source}}`),
    );
    for (const [index, source] of [...NUMBERS, ...IMPOSSIBLE].entries()) {
      const given = told[index] ?? "";
      if (REFUSED.test(given)) continue;
      const { offset } = JSON.parse(given) as { offset: number };
      expect([source, isDouble(source), offset]).toEqual([source, true, Number(source) + 0]);
    }
    expect(told.filter((given) => REFUSED.test(given)).length).toBeLessThan(told.length);
  });

  it("take no number for a text or a filter", async () => {
    for (const [name, argument] of [
      ["find_people", "query"],
      ["list_people", "city"],
      ["list_people", "department"],
    ] as const) {
      const told = await callEach(
        name,
        NUMBERS.slice(0, CALLS).map((source) => `{"${argument}":${source}}`),
      );
      expect(told.filter((given) => !REFUSED.test(given))).toEqual([]);
    }
  });

  it("keep a number that stands in a text of a person's record", async () => {
    const people = NUMBERS.map((source, index) => ({
      name: `Person ${source}`,
      email: `n${index}@people.example`,
      department: `Department ${source}`,
      city: "Oslo",
    }));
    for (const person of people) await storedDirectory.create(person);
    const told = await callEach(
      "find_people",
      people.map(({ email }) => JSON.stringify({ query: email })),
    );
    for (const [index, { name, department }] of people.entries())
      expect(JSON.parse(told[index] ?? "")).toMatchObject({ people: [{ name, department }] });
  });
});
