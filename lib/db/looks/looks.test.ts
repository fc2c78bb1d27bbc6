/** Who looked, as the person reads it, from the sealed trail; and what it takes to turn that off. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db } from "../client.ts";
import { openPayloads } from "../inspector/opening/payload-openings.ts";
import { checkTrail, endRun, seal, tamper } from "../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { agreeToGlass, askForGlass, readGlass } from "./glass-state.ts";
import { hasUnseenLooks, listLooks, markLooksSeen } from "./list-looks.ts";
import { proveLooks } from "./prove-looks.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";

let admin: Actor;
let run: Awaited<ReturnType<typeof endRun>>;
beforeAll(async () => {
  admin = await createPerson("admin");
  run = await endRun();
});

describe("a person", () => {
  it("is told once who opened what, for which conversation, when and why", async () => {
    expect(await hasUnseenLooks(run.person)).toBe(false);
    await openPayloads(admin, run.runId, REASON);
    expect(await hasUnseenLooks(run.person)).toBe(true);
    expect(await listLooks(run.person)).toMatchObject([
      {
        by: { name: "Somebody", role: "admin" },
        what: "payloads",
        reason: REASON,
        conversation: { id: run.conversationId },
        seal: "sealed",
        place: 1,
      },
    ]);
    await markLooksSeen(run.person, await listLooks(run.person));
    expect(await hasUnseenLooks(run.person)).toBe(false);
  });

  it("has not seen what came after the list that they were shown", async () => {
    const { person, runId } = await endRun();
    await openPayloads(admin, runId, REASON);
    const shown = await listLooks(person);
    await openPayloads(admin, runId, REASON);
    const all = await listLooks(person);
    await markLooksSeen(person, shown);
    expect(await hasUnseenLooks(person)).toBe(true);
    await markLooksSeen(person, all);
    await markLooksSeen(person, shown);
    expect(await hasUnseenLooks(person)).toBe(false);
  });

  it("reads only their own", async () => {
    const other = await createPerson();
    expect(await listLooks(other)).toEqual([]);
    expect(await hasUnseenLooks(other)).toBe(false);
  });

  it("sees that a line was changed; and a removed one breaks the verifier", async () => {
    const change = `UPDATE audit_event SET detail = '{"reason":"none"}' WHERE action = 'payloads.opened'`;
    expect(await tamper([change], () => listLooks(run.person))).toMatchObject([{ seal: "broken" }]);
    const remove = "DELETE FROM audit_event WHERE action = 'payloads.opened'";
    expect(await tamper([remove], checkTrail)).toEqual({
      ok: false,
      place: 1,
      why: "row-missing",
    });
  });
});

describe("a line that somebody changed", () => {
  it.each([`detail = '{"n":1e400}'`, "at = 'infinity'", "at = '3000-01-01'"])(
    "hides neither the list nor what comes later: %s",
    async (edit) => {
      const { person } = run;
      const seenAt = () => db().user.findUnique({ where: { id: person.userId } });
      const before = (await seenAt())?.looksSeenAt;
      const change = `UPDATE audit_event SET ${edit} WHERE action = 'payloads.opened'`;
      await tamper([change], async () => {
        const looks = await listLooks(person);
        expect(looks).toMatchObject([{ seal: "broken", at: expect.any(Date) }]);
        await proveLooks(person);
        await markLooksSeen(person, looks);
      });
      expect((await seenAt())?.looksSeenAt).toEqual(before);
    },
  );
});

afterEach(() => void vi.useRealTimers());

describe("the glass", () => {
  it("is turned off by two admins, and by nobody else", async () => {
    const second = await createPerson("admin");
    const auditor = await createPerson("auditor");
    const forbidden = { code: "forbidden" };
    await expect(askForGlass(auditor, "off", REASON)).rejects.toMatchObject(forbidden);
    await expect(askForGlass(run.person, "off", REASON)).rejects.toMatchObject(forbidden);
    await expect(agreeToGlass(second)).rejects.toMatchObject({ code: "not-found" });
    await askForGlass(admin, "off", REASON);
    expect(await readGlass()).toMatchObject({ isOn: true, asked: { to: "off", reason: REASON } });
    await expect(agreeToGlass(admin)).rejects.toMatchObject({ code: "needs-another-admin" });
    await expect(agreeToGlass(auditor)).rejects.toMatchObject(forbidden);
    await agreeToGlass(second);
    expect(await readGlass()).toMatchObject({ isOn: false, changed: { to: "off" }, asked: null });
  });

  it("tells nothing of what happened while it is off, and all of it when it is on again", async () => {
    const second = await createPerson("admin");
    await openPayloads(second, run.runId, REASON);
    expect(await hasUnseenLooks(run.person)).toBe(false);
    expect(await listLooks(run.person)).toHaveLength(1);
    await askForGlass(second, "on", REASON);
    await agreeToGlass(admin);
    expect(await readGlass()).toMatchObject({ isOn: true, changed: { to: "on" } });
    expect(await listLooks(run.person)).toHaveLength(2);
    expect(await hasUnseenLooks(run.person)).toBe(true);
  });

  it("goes by what was written last, also where the clock of its host is behind", async () => {
    const second = await createPerson("admin");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 180_000 });
    await askForGlass(second, "off", REASON);
    await agreeToGlass(admin);
    vi.useRealTimers();
    await seal();
    await askForGlass(second, "on", REASON);
    expect(await readGlass()).toMatchObject({ isOn: false, asked: { to: "on" } });
    await agreeToGlass(admin);
    expect(await readGlass()).toMatchObject({ isOn: true, asked: null });
  });
});
