/** Places at a model are counted and given in turn over all instances, and free themselves. */
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { ModelTurn } from "../../contracts/model/place.ts";
import { kysely } from "../client.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import {
  type AskForPlace,
  advanceQueue,
  askForPlace,
  readPositions,
  releasePlace,
  renewPlaces,
} from "./model-places.ts";

provideTestDatabase();

const LEASE_MS = 60_000;

function openQueue(max: number) {
  const queue = { name: crypto.randomUUID(), max };
  const ask = async (turn: ModelTurn | null, given: Partial<AskForPlace> = {}) => {
    const placeId = crypto.randomUUID();
    const asked = { placeId, queue, turn, leaseMs: LEASE_MS, ...given };
    return { placeId, hasPlace: await askForPlace(asked) };
  };
  return { queue, ask };
}

const turnOf = (userId: string | null): ModelTurn => ({ runId: newRunId(), userId });

let moment = Date.now();
/** Each later than the one before. */
function newRunId(): string {
  moment += 1;
  return v7({ msecs: moment });
}

async function orderOf(queue: string, placeIds: string[]): Promise<string[]> {
  const found = await readPositions(queue, placeIds);
  const waiting = found.flatMap(({ id, position }) =>
    position === null ? [] : [{ id, position }],
  );
  return waiting.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
}

describe("places at a model", () => {
  it("are given up to the limit, even in a race, and the rest wait in one queue", async () => {
    const { queue, ask } = openQueue(3);
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(turnOf("ada"))));
    await advanceQueue(queue);
    const found = await readPositions(
      queue.name,
      asked.map(({ placeId }) => placeId),
    );
    expect(found.filter(({ position }) => position === null)).toHaveLength(3);
    const waiting = found.flatMap(({ position }) => position ?? []);
    expect(waiting.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("are given to nobody twice when several instances give them at once", async () => {
    const { queue, ask } = openQueue(2);
    const holders = await Promise.all([ask(turnOf("ada")), ask(turnOf("bob"))]);
    const waiting = await Promise.all(
      Array.from({ length: 6 }, (_, index) => ask(turnOf(`person ${index}`))),
    );
    for (const { placeId } of holders) await releasePlace(placeId, queue.name);
    await Promise.all(Array.from({ length: 4 }, () => advanceQueue(queue)));
    await advanceQueue(queue);
    const found = await readPositions(
      queue.name,
      waiting.map(({ placeId }) => placeId),
    );
    expect(found.filter(({ position }) => position === null)).toHaveLength(2);
  });

  it("go to who has fewest, then to the turn that began first, and last to nobody's turn", async () => {
    const { queue, ask } = openQueue(1);
    const held = await ask(turnOf("ada"));
    const title = await ask(null);
    const early = newRunId();
    const second = await ask(turnOf("ada"));
    const bob = await ask(turnOf("bob"));
    const bobAgain = await ask(turnOf("bob"));
    const carol = await ask({ runId: early, userId: "carol" });
    const service = await ask(turnOf(null));
    const all = [title, second, bob, bobAgain, carol, service].map(({ placeId }) => placeId);
    const expected = [carol, bob, service, second, bobAgain, title].map(({ placeId }) => placeId);
    expect(await orderOf(queue.name, all)).toEqual(expected);
    const twice = await ask({ runId: early, userId: "carol" });
    const ahead = await readPositions(queue.name, [twice.placeId, bob.placeId]);
    expect(new Map(ahead.map(({ id, position }) => [id, position]))).toEqual(
      new Map([
        [twice.placeId, 1],
        [bob.placeId, 2],
      ]),
    );
    expect(await releasePlace(held.placeId, queue.name)).toBe(true);
    expect(await advanceQueue(queue)).toEqual([carol.placeId]);
    expect(await orderOf(queue.name, all)).not.toContain(carol.placeId);
  });

  it("are not taken by who comes later while others wait", async () => {
    const { queue, ask } = openQueue(1);
    const held = await ask(turnOf("ada"));
    const first = await ask(turnOf("bob"));
    await releasePlace(held.placeId, queue.name);
    const late = await ask(turnOf("carol"));
    expect(late.hasPlace).toBe(false);
    expect(await advanceQueue(queue)).toEqual([first.placeId]);
  });

  it("of a killed instance become free when their lease ends; those of others are renewed", async () => {
    const { queue, ask } = openQueue(2);
    await ask(turnOf("ada"), { leaseMs: -1 });
    const kept = await ask(turnOf("bob"), { leaseMs: 1 });
    await renewPlaces([kept.placeId], LEASE_MS);
    const next = await ask(turnOf("carol"));
    expect(next.hasPlace).toBe(false);
    expect(await advanceQueue(queue)).toEqual([next.placeId]);
    const left = await kysely()
      .selectFrom("model_place")
      .select("id")
      .where("queue", "=", queue.name)
      .execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([kept.placeId, next.placeId].toSorted());
  });
});
