/** Searching the words of others: for a reason, with the words and whose conversations were found on record. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { forgetSettings } from "../../../env/settings.ts";
import { db } from "../../client.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { listLooks } from "../../looks/list-looks.ts";
import { checkTrail, seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { exportRuns } from "../runs/export-runs.ts";
import { listRuns, searchEverything } from "../runs/list-runs.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { openPayloads } from "./payload-openings.ts";

provideTestDatabase();

const REASON = "A complaint about an answer";

let admin: Actor;
let person: Actor;
let other: Actor;
let first: Awaited<ReturnType<typeof recordRun>>;
let second: Awaited<ReturnType<typeof recordRun>>;

beforeAll(async () => {
  process.env.PAYLOAD_REASON = "required";
  [admin, person, other] = [
    await createPerson("admin"),
    await createPerson(),
    await createPerson(),
  ];
  first = await recordRun(person, { text: "Where do kestrels nest?" });
  await recordRun(person, { conversationId: first.conversationId, text: "And other kestrels?" });
  second = await recordRun(other, { text: "Do kestrels sing?" });
  await recordRun(other, { text: "What do owls eat?" });
  // The trail has its first row before anybody looks.
  await seal();
});

const rows = (action: string) =>
  db().auditEvent.findMany({ where: { action }, orderBy: [{ at: "asc" }, { id: "asc" }] });
const search = (actor: Actor, q: string, pageRows?: number) =>
  searchEverything(actor, { q, filters: {}, reason: REASON }, pageRows);

describe("a search of everybody's words", () => {
  it("needs a reason, and says so", async () => {
    expect(await listRuns(admin, { q: "kestrels" })).toMatchObject({
      runs: [],
      narrowed: "reason",
    });
    expect(await listRuns(await createPerson("auditor"), { q: "kestrels" })).toMatchObject({
      runs: [],
      narrowed: "review",
    });
    expect(await listRuns(admin, {})).toMatchObject({ narrowed: null });
    expect(await rows("run.found")).toEqual([]);
  });

  it("is sealed with the words, the reason and each conversation that was found; what was said stays masked", async () => {
    const page = await search(admin, "kestrels");
    expect(page).toMatchObject({ total: 3, narrowed: null });
    for (const run of page.runs)
      expect(run).toMatchObject({ question: "", masked: true, conversation: { title: "" } });
    const [searched] = await rows("words.searched");
    expect(searched).toMatchObject({
      actorId: admin.userId,
      subjectId: null,
      detail: { words: "kestrels", filters: {}, reason: REASON },
    });
    const found = await rows("run.found");
    expect(found.map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [person.userId, other.userId].toSorted(),
    );
    for (const row of [searched, ...found]) expect(row?.place).not.toBeNull();
    expect(found.find(({ subjectId }) => subjectId === person.userId)).toMatchObject({
      detail: { conversationId: first.conversationId, searchId: searched?.id, reason: REASON },
    });
  });

  it("goes on under the same words, and records each conversation once", async () => {
    const again = await listRuns(admin, { q: "kestrels" });
    expect(again).toMatchObject({ total: 3, narrowed: null });
    expect(await rows("run.found")).toHaveLength(2);
    expect(await listRuns(admin, { q: "owls" })).toMatchObject({ runs: [], narrowed: "reason" });
    const colleague = await createPerson("admin");
    expect(await listRuns(colleague, { q: "kestrels" })).toMatchObject({ narrowed: "reason" });
  });

  it("records the hits of further pages when they are shown", async () => {
    const colleague = await createPerson("admin");
    const page = await search(colleague, "kestrels", 1);
    const ofColleague = async () =>
      (await rows("run.found")).filter(({ actorId }) => actorId === colleague.userId);
    expect(await ofColleague()).toHaveLength(1);
    await listRuns(colleague, { q: "kestrels", before: page.older ?? "" }, 2);
    const found = await ofColleague();
    expect(found).toHaveLength(2);
    for (const { place } of found) expect(place).not.toBeNull();
  });

  it("is told to the person, with the reason", async () => {
    const looks = await listLooks(person);
    expect(looks).toHaveLength(2);
    expect(looks.at(-1)).toMatchObject({
      what: "found",
      reason: REASON,
      isFree: false,
      by: { role: "admin" },
      conversation: { id: first.conversationId },
      seal: "sealed",
    });
  });

  it("opens nothing: that takes a reason for the run", async () => {
    await openPayloads(admin, second.runId, REASON);
    const { runs } = await listRuns(admin, { q: "kestrels" });
    const shown = runs.filter(({ masked }) => !masked);
    expect(shown.map(({ id }) => id)).toEqual([second.runId]);
  });

  it("is for admins, and not for ids", async () => {
    const auditor = await createPerson("auditor");
    for (const actor of [auditor, person])
      await expect(search(actor, "kestrels")).rejects.toMatchObject({ code: "forbidden" });
    await expect(search(admin, first.runId)).rejects.toMatchObject({ code: "invalid" });
  });

  it("answers nothing where the trail takes no row of what it found", async () => {
    await db()
      .$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT away CHECK (action <> 'run.found') NOT VALID`;
    try {
      await expect(search(admin, "owls")).rejects.toMatchObject({ code: "audit-unavailable" });
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT away`;
    }
    expect(await listRuns(admin, { q: "owls" })).toMatchObject({ narrowed: "reason" });
  });

  it("is not gone on with by a row that nobody sealed, nor by one that another hand sealed", async () => {
    const forger = await createPerson("admin");
    const detail = { words: "owls", filters: {}, reason: REASON };
    const forged = { id: crypto.randomUUID(), actorId: forger.userId, action: "words.searched" };
    const place = await db().auditEvent.count();
    await db().auditEvent.create({
      data: { ...forged, target: "runs", outcome: "allowed", detail, place },
    });
    expect(await listRuns(forger, { q: "owls" })).toMatchObject({ runs: [], narrowed: "reason" });
    await db().auditEvent.delete({ where: { id: forged.id } });
  });
});

describe("the words of searches and exports", () => {
  it("go with a conversation that they hit, and the trail still holds", async () => {
    for await (const batch of await exportRuns(admin, { q: "kestrels", format: "csv" })) void batch;
    for await (const batch of await exportRuns(admin, { q: "owls", format: "csv" })) void batch;
    await search(admin, "owls");
    // Whatever form they were written in.
    const other = exportRuns(admin, { q: "ｋéstrels", format: "csv" });
    for await (const batch of await other) void batch;
    const wordsOf = async (action: string) =>
      (await rows(action)).map(({ detail }) => JSON.stringify(detail));
    expect(JSON.stringify(await wordsOf("words.searched"))).toContain("kestrels");
    await eraseConversation(null, first.conversationId);
    for (const action of ["words.searched", "runs.exported"]) {
      const left = JSON.stringify(await wordsOf(action));
      expect(left).not.toMatch(/kestrels|ｋéstrels/);
      expect(left).toContain("owls");
    }
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
    expect(await listRuns(admin, { q: "kestrels" })).toMatchObject({ narrowed: "reason" });
  });
});

describe("without reasons", () => {
  it("a search is on record with whom it found, once for a while", async () => {
    process.env.PAYLOAD_REASON = "free";
    forgetSettings();
    const colleague = await createPerson("admin");
    const own = async (action: string) =>
      (await rows(action)).filter(({ actorId }) => actorId === colleague.userId);
    const page = await listRuns(colleague, { q: "kestrels" });
    expect(page).toMatchObject({ total: 1, narrowed: null });
    await listRuns(colleague, { q: "kestrels" });
    expect(await own("words.searched")).toMatchObject([
      { detail: { words: "kestrels", reason: null } },
    ]);
    expect(await own("run.found")).toMatchObject([{ subjectId: other.userId }]);
    const looks = await listLooks(other);
    expect(looks[0]).toMatchObject({ what: "found", reason: null, isFree: true });
    await listRuns(colleague, {});
    expect(await own("run.found")).toHaveLength(1);
  });
});
