import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { HopEnvelope } from "../../contracts/inspector/run/envelope-inspection.ts";
import { db } from "../../db/client.ts";
import { ODD, ODD_SECRET } from "../../db/inspector/testing/odd-run-events.ts";
import { recordOddRun } from "../../db/inspector/testing/odd-runs.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectHop, inspectHopInputs } from "./inspect-hop.ts";

provideTestDatabase();
readFreely();

let runId: string;
let admin: Actor;
let auditor: Actor;
beforeAll(async () => {
  const person = await createPerson();
  ({ runId } = await recordOddRun(process.env.DATABASE_URL ?? "", person.userId));
  admin = await createPerson("admin");
  auditor = await createPerson("auditor");
});

const inspect = async (actor: Actor, hopRef: string, seq?: number) =>
  HopEnvelope.parse(await inspectHop(actor, runId, hopRef, seq));

describe("inspectHop", () => {
  it("is for operators only, of runs and hops that are there", async () => {
    const person = await createPerson();
    await expect(inspectHop(person, runId, "h2")).rejects.toMatchObject({ code: "forbidden" });
    for (const hopRef of ["h99", "", "..", "a\0b", "\ud800"]) {
      await expect(inspectHop(admin, runId, hopRef)).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(inspectHop(admin, crypto.randomUUID(), "h2")).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("is audited by the number of the event, never by what it holds", async () => {
    const operator = await createPerson("auditor");
    const { seq } = await inspect(operator, "h3");
    const rows = await db().auditEvent.findMany({ where: { actorId: operator.userId } });
    expect(rows).toMatchObject([
      { action: "run.inspected", target: `run:${runId}`, detail: { part: "hop", seq } },
    ]);
  });

  it("shows what arrived, who owns what, and what the hop above added", async () => {
    const { envelope, changes, parent } = await inspect(admin, ODD.failed);
    expect(parent).toEqual({ hopRef: "h2", kind: "agent", nodeId: "general" });
    expect(envelope?.decoded).toMatchObject({
      ok: true,
      parentRef: "h2",
      scopes: [
        {
          scope: "AGENT",
          owner: { hopRef: "h2" },
          variables: [
            { name: "plan_step_id" },
            { name: "objective", value: { value: ODD_SECRET } },
          ],
        },
        { scope: "ORCHESTRATOR", owner: { hopRef: "h1" } },
      ],
    });
    expect(envelope?.stateBytes).toBeGreaterThan(100);
    const added = changes?.filter(({ scope }) => scope !== null);
    expect(added).toMatchObject([
      { change: "added", scope: "AGENT", name: "plan_step_id", foreign: false },
      { change: "added", scope: "AGENT", name: "objective", before: null, foreign: false },
    ]);
  });

  it("shows what the hop left in its own scope, and how much the envelope grew", async () => {
    const { left } = await inspect(admin, "h2");
    expect(left?.scope).toMatchObject({
      scope: "AGENT",
      owner: { hopRef: "h2" },
      variables: [
        { name: "status", value: { value: "ok" } },
        { name: "reflections", value: { value: [ODD_SECRET] } },
      ],
    });
    expect(left?.metadata.value).toEqual({ model: "m" });
    expect(left?.arrivedBytes).toBeGreaterThan(0);
    expect(left?.leftBytes).toBeGreaterThan(left?.arrivedBytes ?? 0);
    expect((await inspect(admin, ODD.failed)).left).toBeNull();
    expect(JSON.stringify((await inspect(auditor, "h2")).left)).not.toContain(ODD_SECRET);
  });

  it("marks a write that was not its writer's to make", async () => {
    const { findings, changes } = await inspect(admin, ODD.foreignWrite);
    expect(findings).toMatchObject([{ code: "foreign-write" }]);
    expect(changes?.filter(({ foreign }) => foreign)).toMatchObject([
      { change: "added", scope: "SERVER", name: "risk" },
    ]);
  });

  it("shows a malformed envelope as a finding, with what arrived", async () => {
    const { envelope, changes, findings } = await inspect(admin, ODD.malformed);
    expect(findings).toMatchObject([{ code: "malformed" }]);
    expect(envelope).toMatchObject({
      decoded: { ok: false, header: "x-agent-state", why: "not base64" },
      signature: { recorded: "unsigned", now: "unsigned" },
    });
    expect(JSON.stringify(envelope?.headers)).toContain(ODD_SECRET);
    expect(changes).toBeNull();
  });

  it("keeps an orphan, each start of a double id, a cycle and a hostile id apart", async () => {
    expect(await inspect(admin, ODD.orphan)).toMatchObject({
      parentRef: ODD.lostParent,
      parent: null,
      changes: null,
    });
    const first = await inspect(admin, ODD.duplicate);
    expect(first.starts).toHaveLength(2);
    const second = await inspect(admin, ODD.duplicate, first.starts[1]);
    expect([first.hop.nodeId, second.hop.nodeId]).toEqual(["fetch_page", "web_search"]);
    expect((await inspect(admin, ODD.cycle[0])).parent?.hopRef).toBe(ODD.cycle[1]);
    expect((await inspect(admin, ODD.hostile)).hop.hopRef).toBe(ODD.hostile);
  });

  it("sends an auditor coarse sizes, structure and findings, and no value", async () => {
    for (const hopRef of ["h2", ODD.failed, ODD.malformed, ODD.foreignWrite]) {
      const masked = await inspect(auditor, hopRef);
      const text = JSON.stringify(masked);
      expect(text).not.toContain(ODD_SECRET);
      expect(text).not.toContain(Buffer.from(ODD_SECRET).toString("base64url"));
      const full = await inspect(admin, hopRef);
      expect(masked.envelope?.stateBytes).toBeGreaterThanOrEqual(full.envelope?.stateBytes ?? 0);
      expect((masked.envelope?.stateBytes ?? 0) % 16).toBe(0);
      expect(masked.changes?.map(({ change, scope }) => [change, scope])).toEqual(
        full.changes?.map(({ change, scope }) => [change, scope]),
      );
      for (const { value } of masked.envelope?.headers ?? []) {
        expect(value).toMatchObject({
          value: null,
          withheld: "masked",
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
      }
    }
    const { envelope } = await inspect(auditor, ODD.foreignWrite);
    const names = JSON.stringify(envelope?.decoded);
    expect(names).toContain("plan_step_id");
    expect(names).not.toContain("risk");
  });
});

describe("inspectHopInputs", () => {
  it("is for operators only", async () => {
    const person = await createPerson();
    await expect(inspectHopInputs(person, runId, [1])).rejects.toMatchObject({ code: "forbidden" });
  });

  it("says how much was passed, and by which digest, and nothing else", async () => {
    const started = await db().runEvent.findMany({
      where: { runId, type: "hop.started" },
      orderBy: { seq: "asc" },
    });
    const seqs = started.map(({ seq }) => seq);
    const passed = await inspectHopInputs(auditor, runId, seqs);
    const full = await inspectHopInputs(admin, runId, seqs);
    const recorded = full.flatMap(({ argsSha256 }) => argsSha256 ?? []);
    expect(recorded.length).toBeGreaterThan(0);
    for (const sha256 of recorded) expect(JSON.stringify(passed)).not.toContain(sha256);
    expect(passed).toHaveLength(started.length);
    const of = (hopRef: string) =>
      passed.find(({ seq }) => seq === started.find((start) => start.hopRef === hopRef)?.seq);
    expect(of("h1")).toMatchObject({ stateBytes: null, variables: null, argsSha256: null });
    expect(of("h2")).toMatchObject({ variables: 1, argsSha256: null });
    expect(of(ODD.failed)).toMatchObject({
      variables: 3,
      argsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(of(ODD.malformed)).toMatchObject({ signature: "unsigned", variables: null });
    expect(of(ODD.malformed)?.stateBytes).toBeGreaterThan(10);
    expect(JSON.stringify(passed)).not.toContain(ODD_SECRET);
  });
});
