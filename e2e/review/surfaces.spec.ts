/**
 * Words of a contested answer, its draft, its note and its verdict, looked for in the bytes of every address that an operator or
 * the person reads, by who asks and by what has become of the case; and in the whole database once it is erased.
 */
import { FIRST_RUBRIC } from "../../lib/contracts/inspector/review/first-rubric.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { findWordsInTables } from "../../scripts/testing/find-words.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { listRunReads } from "../fixtures/list-routes.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { type Place, sql } from "../fixtures/product-database.ts";
import { PUBLIC_SURFACES } from "../fixtures/public-surfaces.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { lock, test as quietTest } from "../fixtures/stacks/settings.ts";
import { expect, test } from "../fixtures/test.ts";

const CANARIES = { words: newTag(), draft: newTag(), told: newTag(), note: newTag() };
type Canary = keyof typeof CANARIES;
const JUDGEMENT = {
  upheld: true,
  rubric: FIRST_RUBRIC.version,
  labels: [],
  marks: [],
  answers: { true: false, asked: true, acts: "as-agreed" },
};
const DRAFT = { ...JUDGEMENT, told: CANARIES.draft, note: CANARIES.draft };
const VERDICT = { ...JUDGEMENT, told: CANARIES.told, note: CANARIES.note };

/** All bytes of the answer, and of a page those of its RSC payload. */
async function read(who: HttpPerson, path: string): Promise<string> {
  const isPage = !/^\/(?:api|frames)\//.test(path);
  const asked: Record<string, string>[] = isPage ? [{}, { rsc: "1" }] : [{}];
  const answers = await Promise.all(asked.map((headers) => who.get(path, undefined, headers)));
  const texts = answers.map(async (answer) => `${[...answer.headers]}\n${await answer.text()}`);
  return (await Promise.all(texts)).join("\n");
}

/** @returns each canary that is found, with its address, but for those that may stand there */
async function findCanaries(
  who: HttpPerson,
  paths: readonly string[],
  may: Readonly<Record<string, readonly Canary[]>> = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const bytes = await read(who, path);
    for (const [name, canary] of Object.entries(CANARIES))
      if (bytes.includes(canary) && !may[path]?.includes(name as Canary))
        found.push(`${path}: ${name}`);
  }
  return found;
}

/** Whoever judged reads their own words there. */
const EXPORT = "/api/admin/review/results/export?format=";

type Contested = { conversationId: string; runId: string; answerId: string; sharePath: string };

/** A person asks, shares the conversation, and contests the answer. */
async function contestOne(person: HttpPerson, place: Place): Promise<Contested> {
  const { conversationId, runIds } = await converseOverHttp(person, ["What is fibonacci(90)?"]);
  const [runId = ""] = runIds;
  const [row] = await sql<{ id: string }>(
    "SELECT answer_message_id AS id FROM run WHERE id = $1",
    [runId],
    place,
  );
  const answerId = row?.id ?? "";
  const shared = await person.call("share", { conversationId, isNamed: false });
  const { path: sharePath } = shared.link as { path: string };
  const data = { do: "contest", what: "not-true", words: CANARIES.words };
  expect((await person.request("POST", `/api/messages/${answerId}/contest`, data)).status).toBe(
    200,
  );
  return { conversationId, runId, answerId, sharePath };
}

/** Every address of operators, with the run's first events and a hop. */
async function operatorReads({ runId, conversationId }: Contested): Promise<string[]> {
  const [row] = await sql<{ hop: string }>(
    "SELECT min(hop_ref) AS hop FROM run_event WHERE run_id = $1",
    [runId],
  );
  const recorded = { runId, conversationId, seqs: ["1", "2"], hopRefs: [row?.hop ?? ""] };
  return listRunReads(recorded, ["fibonacci", "2880067194370816120"]);
}

/** Every address of the person but that of a file, which this answer has none of. */
function personReads(contested: Contested): string[] {
  const talk = { ...contested, asked: "fibonacci", answered: "2880067194370816120", filePath: "" };
  return Object.entries(PUBLIC_SURFACES).flatMap(([name, { path }]) =>
    name === "file of an answer" ? [] : path(talk),
  );
}

test.describe("words are read by whoever has the case, and by the person whom they are for", () => {
  test.describe.configure({ mode: "serial" });
  let contested: Contested;
  let person: HttpPerson;
  let reviewer: HttpPerson;
  let others: HttpPerson[];
  let reads: string[];
  let address: string;

  test.beforeAll(async ({ place }) => {
    person = await joinOverHttp(place);
    contested = await contestOne(person, place);
    reviewer = await joinOverHttp(place, ROOT, "auditor");
    others = [await joinOverHttp(place, ROOT, "auditor"), await joinOverHttp(place, ROOT, "admin")];
    reads = await operatorReads(contested);
    address = `/api/admin/review/${contested.runId}`;
  });

  const expectHidden = async () => {
    for (const other of others) expect(await findCanaries(other, reads)).toEqual([]);
    const page = `/admin/review/${contested.runId}`;
    expect((await others[0]?.get(page))?.status).toBe(404);
  };
  const change = async (who: HttpPerson, data: object) =>
    (await who.request("POST", address, data)).status;

  test("of a case that nobody has taken, nobody reads them", async () => {
    expect(reads).toEqual(
      expect.arrayContaining([address, `/admin/review/${contested.runId}`, "/admin/review"]),
    );
    expect(await findCanaries(reviewer, reads)).toEqual([]);
    await expectHidden();
  });

  test("of one that is taken, its reviewer does, where it is judged", async () => {
    const { runId } = contested;
    const taken = await reviewer.request("POST", "/api/admin/review", { runId });
    expect(await taken.json()).toEqual({ runId });
    expect(await change(reviewer, { do: "keep", draft: DRAFT })).toBe(200);
    const held = await read(reviewer, address);
    expect(held).toContain(CANARIES.words);
    expect(held).toContain(CANARIES.draft);
    expect(await findCanaries(reviewer, reads, { [address]: ["words", "draft"] })).toEqual([]);
    await expectHidden();
    for (const other of others)
      expect(await change(other, { do: "judge", verdict: VERDICT })).toBe(409);
    for (const path of personReads(contested))
      expect(await read(person, path), path).not.toContain(CANARIES.draft);
  });

  test("of one that is judged, its reviewer reads their own, and its person what they are told", async ({
    place,
  }) => {
    expect(await change(reviewer, { do: "judge", verdict: VERDICT })).toBe(200);
    const exported = ["csv", "jsonl"].map((format) => `${EXPORT}${format}`);
    const own = Object.fromEntries(
      [address, ...exported].map((path) => [path, ["told", "note"] as const]),
    );
    expect(await findCanaries(reviewer, reads, own)).toEqual([]);
    await expectHidden();
    for (const path of personReads(contested)) {
      const bytes = await read(person, path);
      for (const hidden of [CANARIES.draft, CANARIES.note])
        expect(bytes, path).not.toContain(hidden);
    }
    // Once the verdict can no longer be undone.
    await expect
      .poll(() => read(person, `/api/conversations/${contested.conversationId}`))
      .toContain(CANARIES.told);
    const stranger = await joinOverHttp(place);
    expect(await findCanaries(stranger, [...personReads(contested), ...reads])).toEqual([]);
    const theirs = await stranger.request("POST", `/api/messages/${contested.answerId}/contest`, {
      do: "contest",
      what: "not-true",
      words: "",
    });
    expect(theirs.status).toBe(404);
  });

  test("of one that is erased, the database has none", async ({ place }) => {
    const { conversationId } = contested;
    const [, admin] = others;
    const erased = await admin?.request("POST", "/api/admin/erasure", {
      subject: { kind: "conversation", conversationId },
      confirmation: conversationId.slice(0, 8),
    });
    expect(await erased?.json()).toMatchObject({ is: "erased", rows: { review_case: 1 } });
    const words = Object.values(CANARIES);
    const query = async <Row>(text: string, values: readonly unknown[]) =>
      (await sql(text, [...values], place)) as Row[];
    expect(await findWordsInTables(query, words)).toEqual(
      Object.fromEntries(words.map((word) => [word, []])),
    );
  });
});

// Where nobody else contests: `null` takes whatever case waits.
quietTest("a reviewer takes no case of their own", { lock }, async ({ place }) => {
  const own = await joinOverHttp(place, ROOT, "auditor");
  const { runId } = await contestOne(own, place);
  for (const asked of [runId, null]) {
    const taken = await own.request("POST", "/api/admin/review", { runId: asked });
    expect(await taken.json()).toEqual({ runId: null });
  }
  const address = `/api/admin/review/${runId}`;
  expect((await own.get(address)).status).toBe(404);
  expect((await own.request("POST", address, { do: "judge", verdict: VERDICT })).status).toBe(409);
  expect(await read(own, "/api/admin/review")).toContain('"isOwn":true');
});
