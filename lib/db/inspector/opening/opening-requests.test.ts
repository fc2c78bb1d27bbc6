/** Four eyes: what one admin asks to read opens once another admin has confirmed it, and both are on record. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { forgetSettings } from "../../../env/settings.ts";
import { inspectOpening, inspectRequests } from "../../../inspector/opening/inspect-opening.ts";
import { db } from "../../client.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { OPENING_REQUEST_MS } from "../../limits.ts";
import { hasUnseenLooks, listLooks } from "../../looks/list-looks.ts";
import { proveLooks } from "../../looks/prove-looks.ts";
import { checkTrail, seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { listRuns, searchEverything } from "../runs/list-runs.ts";
import { recordRun } from "../testing/recorded-run.ts";
import { decideRequest, isOnlyAdmin, listRequests } from "./opening-requests.ts";
import { openPayloads, readOpenings } from "./payload-openings.ts";
import { saidScopeOf } from "./reviews.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";

let asking: Actor;
let deciding: Actor;
let auditor: Actor;
let person: Actor;

beforeAll(async () => {
  process.env.PAYLOAD_REASON = "required";
  process.env.PAYLOAD_SECOND_ADMIN = "on";
  forgetSettings();
  asking = await createPerson("admin");
  deciding = await createPerson("admin");
  auditor = await createPerson("auditor");
  person = await createPerson();
  await seal();
});

const rows = (action: string) => db().auditEvent.findMany({ where: { action } });
afterEach(() => void vi.useRealTimers());

/** A run that an admin has asked for, and the id of the request. */
async function asked(actor = asking) {
  const run = await recordRun(person);
  await openPayloads(actor, run.runId, REASON);
  const requests = await listRequests(deciding);
  const request = requests.findLast((one) => "runId" in one && one.runId === run.runId);
  if (!request) throw new Error("nothing was asked for");
  return { ...run, requestId: request.id };
}

const isOpen = async (actor: Actor, runId: string) => (await readOpenings(actor)).has(runId);

describe("a reason", () => {
  it("opens nothing, and tells the person of nothing, until another admin confirms it", async () => {
    const { runId, requestId } = await asked();
    expect(await isOpen(asking, runId)).toBe(false);
    expect((await saidScopeOf(asking)) as Set<string>).not.toContain(runId);
    expect(await inspectOpening(asking, runId)).toMatchObject({
      access: "reason",
      second: { isAlone: false, own: { state: "waiting", by: null }, asked: [] },
    });
    expect(await hasUnseenLooks(person)).toBe(false);
    expect(await inspectOpening(deciding, runId)).toMatchObject({
      access: "reason",
      second: { own: null, asked: [{ id: requestId, reason: REASON, isMine: false, runId }] },
    });

    await decideRequest(deciding, requestId, "confirm");
    expect(await isOpen(asking, runId)).toBe(true);
    expect(await isOpen(deciding, runId)).toBe(false);
    expect(await inspectOpening(asking, runId)).toMatchObject({
      access: "open",
      second: { own: null },
    });
    const [opened] = await rows("payloads.opened");
    expect(opened).toMatchObject({ actorId: asking.userId, detail: { reason: REASON, requestId } });
    const trail = [opened, ...(await rows("opening.asked")), ...(await rows("opening.confirmed"))];
    for (const row of trail) expect(row?.place).not.toBeNull();
    expect(await rows("opening.confirmed")).toMatchObject([
      {
        actorId: deciding.userId,
        subjectId: person.userId,
        runId,
        target: `opening:${requestId}`,
        detail: { askedBy: asking.userId },
      },
    ]);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("is told to the person with who confirmed it, and proved", async () => {
    await db().user.update({ where: { id: deciding.userId }, data: { name: "The second one" } });
    const looks = await listLooks(person);
    expect(looks).toMatchObject([
      { what: "payloads", reason: REASON, confirmedBy: { name: "The second one" } },
    ]);
    const { lines } = await proveLooks(person);
    expect(lines).toMatchObject([{ opened: { detail: { reason: REASON } } }]);
  });

  it("opens nothing where it is refused, and the one who asked is told by whom", async () => {
    const { runId, requestId } = await asked();
    await decideRequest(deciding, requestId, "refuse");
    expect(await isOpen(asking, runId)).toBe(false);
    expect(await inspectOpening(asking, runId)).toMatchObject({
      second: { own: { state: "refused", by: "The second one" } },
    });
    expect(await inspectOpening(deciding, runId)).toMatchObject({ second: { asked: [] } });
    await expect(decideRequest(deciding, requestId, "confirm")).rejects.toMatchObject({
      code: "request-over",
    });
    await openPayloads(asking, runId, "A second attempt");
    expect(await inspectOpening(asking, runId)).toMatchObject({
      second: { own: { state: "waiting" } },
    });
  });
});

describe("a confirmation", () => {
  it("is not given by who asked, by auditors, or by people", async () => {
    const { runId, requestId } = await asked();
    await expect(decideRequest(asking, requestId, "confirm")).rejects.toMatchObject({
      code: "needs-another-admin",
    });
    for (const actor of [auditor, person]) {
      const forbidden = { code: "forbidden" };
      await expect(decideRequest(actor, requestId, "confirm")).rejects.toMatchObject(forbidden);
      await expect(decideRequest(actor, requestId, "refuse")).rejects.toMatchObject(forbidden);
      await expect(inspectRequests(actor)).rejects.toMatchObject(forbidden);
      await expect(openPayloads(actor, runId, REASON)).rejects.toMatchObject(forbidden);
    }
    await expect(decideRequest(deciding, crypto.randomUUID(), "confirm")).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await isOpen(asking, runId)).toBe(false);
  });

  it("counts once where two admins press at once", async () => {
    const third = await createPerson("admin");
    const { runId, requestId } = await asked();
    const pressed = await Promise.allSettled([
      decideRequest(deciding, requestId, "confirm"),
      decideRequest(third, requestId, "confirm"),
    ]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = pressed.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "request-over" } });
    const decisions = await rows("opening.confirmed");
    expect(decisions.filter(({ target }) => target === `opening:${requestId}`)).toHaveLength(1);
    const opened = await rows("payloads.opened");
    expect(opened.filter((row) => row.runId === runId)).toHaveLength(1);
  });

  it("opens nothing to an admin who lost the role meanwhile", async () => {
    const leaving = await createPerson("admin");
    const { runId, requestId } = await asked(leaving);
    await db().user.update({ where: { id: leaving.userId }, data: { role: "auditor" } });
    await expect(decideRequest(deciding, requestId, "confirm")).rejects.toMatchObject({
      code: "asker-is-no-admin",
    });
    expect(await isOpen(leaving, runId)).toBe(false);
    await decideRequest(deciding, requestId, "refuse");
  });

  it("opens nothing in the name of an asker who is banned, and counts no admin who is", async () => {
    const banned = await createPerson("admin");
    const { runId, requestId } = await asked(banned);
    await db().user.update({ where: { id: banned.userId }, data: { banned: true } });
    await expect(decideRequest(deciding, requestId, "confirm")).rejects.toMatchObject({
      code: "asker-is-no-admin",
    });
    expect(await isOpen(banned, runId)).toBe(false);
    await decideRequest(deciding, requestId, "refuse");
    const others = { role: "admin", id: { not: deciding.userId } };
    await db().user.updateMany({ where: others, data: { banned: true } });
    expect(await isOnlyAdmin(deciding)).toBe(true);
    await db().user.updateMany({ where: others, data: { banExpires: new Date(0) } });
    expect(await isOnlyAdmin(deciding)).toBe(false);
    await db().user.updateMany({ where: others, data: { banned: false, banExpires: null } });
  });

  it("comes too late where the request has ended, or was replaced by a newer one", async () => {
    const first = await asked();
    await openPayloads(asking, first.runId, "A better reason");
    await expect(decideRequest(deciding, first.requestId, "confirm")).rejects.toMatchObject({
      code: "request-over",
    });
    const { runId } = await recordRun(person);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - OPENING_REQUEST_MS - 60_000 });
    await openPayloads(asking, runId, REASON);
    vi.useRealTimers();
    const { id } = await db().auditEvent.findFirstOrThrow({
      where: { action: "opening.asked", runId },
    });
    expect(JSON.stringify(await inspectRequests(deciding))).not.toContain(id);
    expect(await inspectOpening(asking, runId)).toMatchObject({ second: { own: null } });
    await expect(decideRequest(deciding, id, "confirm")).rejects.toMatchObject({
      code: "request-over",
    });
  });

  it("of a run that is gone opens nothing", async () => {
    const { conversationId, requestId } = await asked();
    await eraseConversation(null, conversationId);
    expect(JSON.stringify(await inspectRequests(deciding))).not.toContain(requestId);
    await expect(decideRequest(deciding, requestId, "confirm")).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("a search of everybody's words", () => {
  const search = (q: string) => searchEverything(asking, { q, filters: {}, reason: REASON });
  const newest = async () => (await inspectRequests(deciding)).requests.at(-1);

  it("shows nothing and records no hit before another admin confirms it", async () => {
    const { conversationId } = await recordRun(person, { text: "Where do kestrels nest?" });
    expect(await search("kestrels")).toMatchObject({ runs: [], narrowed: "asked" });
    expect(await rows("words.searched")).toEqual([]);
    expect(await rows("run.found")).toEqual([]);
    const request = await newest();
    expect(request).toMatchObject({ words: "kestrels", reason: REASON, runId: null });
    await expect(decideRequest(asking, request?.id ?? "", "confirm")).rejects.toMatchObject({
      code: "needs-another-admin",
    });
    await decideRequest(deciding, request?.id ?? "", "confirm");
    expect(await listRuns(asking, { q: "kestrels" })).toMatchObject({ total: 1, narrowed: null });
    expect(await listRuns(deciding, { q: "kestrels" })).toMatchObject({ narrowed: "reason" });
    const looks = await listLooks(person);
    expect(looks[0]).toMatchObject({
      what: "found",
      reason: REASON,
      confirmedBy: { name: "The second one" },
      conversation: { id: conversationId },
    });
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("says where it was refused", async () => {
    await search("owls");
    const request = await newest();
    await decideRequest(deciding, request?.id ?? "", "refuse");
    expect(await listRuns(asking, { q: "owls" })).toMatchObject({ runs: [], narrowed: "refused" });
  });

  it("is forgotten with a conversation that it would have found, also where it was refused", async () => {
    const { conversationId } = await recordRun(person, { text: "What do owls eat?" });
    const words = async () =>
      JSON.stringify((await rows("search.asked")).map(({ detail }) => detail));
    expect(await words()).toContain("owls");
    await eraseConversation(null, conversationId);
    expect(await words()).not.toContain("owls");
    expect(await words()).toContain("kestrels");
  });
});

describe("the setting", () => {
  it("does not count what one admin alone opened before it was turned on", async () => {
    const turn = (to: "on" | "off") => {
      process.env.PAYLOAD_SECOND_ADMIN = to;
      forgetSettings();
    };
    const { runId } = await recordRun(person);
    turn("off");
    await openPayloads(asking, runId, REASON);
    expect(await isOpen(asking, runId)).toBe(true);
    expect(await inspectOpening(asking, runId)).toMatchObject({ access: "open", second: null });
    turn("on");
    expect(await isOpen(asking, runId)).toBe(false);
  });

  it("tells an admin who is the only one", async () => {
    const { runId } = await recordRun(person);
    await db().user.updateMany({
      where: { role: "admin", id: { not: asking.userId } },
      data: { role: "auditor" },
    });
    expect(await inspectOpening(asking, runId)).toMatchObject({ second: { isAlone: true } });
  });
});
