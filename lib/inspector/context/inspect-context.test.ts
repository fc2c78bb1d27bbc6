import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import {
  ContextBlock,
  ContextCheck,
  ContextTimelines,
} from "../../contracts/inspector/run/context-inspection.ts";
import { BLOCK_DELTAS } from "../../contracts/limits.ts";
import { db } from "../../db/client.ts";
import { recordContext, recordContextState } from "../../db/inspector/testing/record-context.ts";
import { recordRun } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { readFreely } from "../testing/read-freely.ts";
import { listLeaves } from "../to-leaves.ts";
import { checkContextChain } from "./check-context-chain.ts";
import { inspectSteps } from "./inspect-steps.ts";
import { inspectTimelines } from "./inspect-timelines.ts";

provideTestDatabase();
readFreely();

const SECRET = "lantern-secret";

/** One fact per delta, cycling through `key_0` to `key_49`. */
const manyDeltas = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ answers: { [`key_${n % 50}`]: `${SECRET} ${n}` } }));

async function recorded(deltas: Parameters<typeof recordContext>[1]) {
  const turn = await recordRun(await createPerson(), { text: "A question" });
  return { turn, id: turn.conversationId, states: await recordContext(turn, deltas) };
}

/** The values after an ordinal, as one object. */
async function stateAt(actor: Actor, id: string, ordinal: number) {
  const block = ContextBlock.parse(await inspectSteps(actor, id, "concierge", ordinal));
  const step = block.steps.find((one) => one.ordinal === ordinal);
  return (step?.state ?? []).map((leaf) => {
    const { path, value } = block.leaves[leaf] ?? { path: "", value: null };
    return { path, value: value?.value };
  });
}

describe("inspectSteps", () => {
  it("gives the state at any ordinal, near or far, in any order", async () => {
    const admin = await createPerson("admin");
    const { id, states } = await recorded(manyDeltas(150));
    for (const ordinal of [1, 150, 32, 33, 64, 97, 150]) {
      expect(await stateAt(admin, id, ordinal)).toEqual(listLeaves(states[ordinal]));
    }
    const block = await inspectSteps(admin, id, "concierge", 40);
    expect(block.steps.map(({ ordinal }) => ordinal)).toEqual(
      Array.from({ length: BLOCK_DELTAS }, (_, n) => 33 + n),
    );
    expect(block.steps.flatMap(({ findings }) => findings)).toEqual([]);
    expect(block.steps[0]).toMatchObject({
      delta: [{ path: "/answers/key_32", value: { value: `${SECRET} 32` } }],
      changes: [{ op: "add", path: "/answers/key_32" }],
    });
  });

  it("does not believe what it remembers when the store says otherwise", async () => {
    const admin = await createPerson("admin");
    const { id } = await recorded(manyDeltas(80));
    await stateAt(admin, id, 80);
    await db().$executeRaw`
      UPDATE context_delta SET patch = '[{"op":"add","path":"/answers/forged","value":"x"}]',
        after_sha256 = repeat('0', 64)
      WHERE conversation_id = ${id}::uuid AND ordinal = 64`;
    expect(await stateAt(admin, id, 70)).toContainEqual({ path: "/answers/forged", value: "x" });
  });

  it("marks keys of a delta that its schema does not know, and names them to no auditor", async () => {
    const { id } = await recorded(manyDeltas(2));
    const delta = { answers: { key_1: "one" }, mothers_maiden_name: { was: SECRET } };
    await db().$executeRaw`
      UPDATE context_delta SET delta = ${JSON.stringify(delta)}::jsonb
      WHERE conversation_id = ${id}::uuid AND ordinal = 2`;
    const stepFor = async (role: "admin" | "auditor") =>
      (await inspectSteps(await createPerson(role), id, "concierge", 2)).steps[1];
    expect(await stepFor("admin")).toMatchObject({
      delta: [{ path: "/answers/key_1" }],
      unknown: {
        count: 1,
        leaves: [{ path: "/mothers_maiden_name/was", value: { value: SECRET } }],
      },
    });
    const masked = await stepFor("auditor");
    expect(masked).toMatchObject({
      delta: [{ path: expect.stringMatching(/^\/answers\/masked-[0-9a-f]{10}$/) }],
      unknown: { count: 1 },
    });
    expect(JSON.stringify(masked)).not.toMatch(/maiden|was/);
  });

  it("shows an auditor declared names, coarse sizes and keyed digests, and no value", async () => {
    const auditor = await createPerson("auditor");
    const { id } = await recorded(manyDeltas(3));
    const block = await inspectSteps(auditor, id, "concierge", 2);
    expect(JSON.stringify(block)).not.toContain(SECRET);
    expect(block.steps[1]).toMatchObject({
      changes: [
        {
          op: "add",
          path: expect.stringMatching(/^\/answers\/masked-[0-9a-f]{10}$/),
          after: [{ value: { withheld: "masked" } }],
        },
      ],
      delta: [
        {
          path: expect.stringMatching(/^\/answers\/masked-[0-9a-f]{10}$/),
          value: { bytes: 64, value: null },
        },
      ],
      findings: [],
    });
    expect(block.leaves.filter(({ by }) => by === 1)).toHaveLength(1);
    // The model chose the names of the keys.
    expect(JSON.stringify(block)).not.toContain("key_");
  });

  it("has nothing to show beyond the last delta, or of an agent that has none", async () => {
    const admin = await createPerson("admin");
    const { id } = await recorded(manyDeltas(3));
    expect((await inspectSteps(admin, id, "concierge", 99)).steps).toEqual([]);
    expect(await inspectSteps(admin, id, "nobody", 1)).toMatchObject({ steps: [], base: [0] });
  });
});

describe("inspectTimelines", () => {
  it("lists deltas by turn, hop, origin and path, and no value", async () => {
    const auditor = await createPerson("auditor");
    const { turn, id } = await recorded(manyDeltas(2));
    const timelines = ContextTimelines.parse(await inspectTimelines(auditor, id));
    expect(timelines.agents).toMatchObject([
      {
        agentId: "concierge",
        schema: "concierge@1",
        deltaCount: 2,
        deltas: {
          ordinal: [1, 2],
          run: [0, 0],
          hop: [0, 1],
          hops: [{ hopRef: "h2" }, { hopRef: "h3" }],
          runs: [{ runId: turn.runId, turn: 1, question: "A question" }],
        },
      },
    ]);
    expect(JSON.stringify(timelines)).not.toContain(SECRET);
  });
});

describe("checkContextChain", () => {
  const check = async (id: string) =>
    ContextCheck.parse(await checkContextChain(await createPerson("auditor"), id, "concierge"));

  it("finds that everything matches", async () => {
    const { id } = await recorded(manyDeltas(14));
    expect(await check(id)).toEqual({
      replayed: 14,
      matching: 14,
      findings: [],
      findingCount: 0,
      storedChecked: 1,
      storedCount: 1,
      storedFindings: [],
      storedIsLast: true,
    });
  });

  it("says which digest does not match", async () => {
    const { id } = await recorded(manyDeltas(14));
    await db().contextDelta.updateMany({
      where: { conversationId: id, ordinal: 6 },
      data: { afterSha256: "0".repeat(64) },
    });
    const found = await check(id);
    expect(found).toMatchObject({ replayed: 14, matching: 13, findingCount: 2 });
    expect(found.findings.map(({ ordinal, code }) => `${ordinal} ${code}`)).toEqual([
      "6 digest-differs",
      "7 chain-broken",
    ]);
  });

  it("finds stored states that were corrupted, without saying what they hold", async () => {
    const { id, turn, states } = await recorded(manyDeltas(3));
    await recordContextState(turn, 2, { ...states[3], intake_summary: SECRET });
    await recordContextState(turn, 3, { answers: SECRET });
    await recordContextState(turn, 4, states[3] ?? {});
    await db().$executeRaw`
      UPDATE hidden_state SET state = '"?"' WHERE conversation_id = ${id}::uuid AND version = 1`;
    const found = await check(id);
    expect(found.storedFindings).toMatchObject([
      { version: 3, detail: expect.stringContaining("does not fit concierge@1") },
      { version: 2, detail: "no recorded delta leads to it" },
      { version: 1, detail: expect.stringContaining("cannot be decoded") },
    ]);
    expect(found).toMatchObject({ matching: 3, storedIsLast: true, storedCount: 4 });
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it("says when the state in force is an older one", async () => {
    const { id, turn, states } = await recorded(manyDeltas(3));
    await recordContextState(turn, 2, states[1] ?? {});
    expect(await check(id)).toMatchObject({ storedFindings: [], storedIsLast: false });
  });
});

describe("reading context state", () => {
  it("is for operators, is audited first, and knows no conversation that is not there", async () => {
    const { id } = await recorded(manyDeltas(2));
    const reads: ((actor: Actor, conversationId: string) => Promise<unknown>)[] = [
      (actor, conversationId) => inspectSteps(actor, conversationId, "concierge", 1),
      inspectTimelines,
      (actor, conversationId) => checkContextChain(actor, conversationId, "concierge"),
    ];
    const user = await createPerson();
    const admin = await createPerson("admin");
    for (const read of reads) {
      await expect(read(user, id)).rejects.toMatchObject({ code: "forbidden" });
      await expect(read(admin, crypto.randomUUID())).rejects.toMatchObject({ code: "not-found" });
      await read(admin, id);
    }
    const rows = await db().auditEvent.findMany({
      where: { target: `conversation:${id}` },
      orderBy: { at: "asc" },
    });
    expect(rows.map(({ actorId }) => actorId)).toEqual(reads.map(() => admin.userId));
    expect(rows.map(({ detail }) => detail)).toEqual([
      { part: "context-steps", agentId: "concierge", from: 1, to: BLOCK_DELTAS },
      { part: "context" },
      { part: "context-check", agentId: "concierge" },
    ]);
  });
});
