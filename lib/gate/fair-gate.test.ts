import { expect, it } from "vitest";
import { FairGate, type Leave, type Who } from "./fair-gate.ts";
import { RecentUse } from "./recent-use.ts";

/** Notes who is admitted, in order. */
function watch(gate: FairGate) {
  const admitted: string[] = [];
  const leaves = new Map<string, Leave>();
  const enter = async (name: string, who: Omit<Who, "person"> = {}) => {
    const entered = await gate.enter({ person: name.charAt(0), ...who });
    if (typeof entered === "string") return entered;
    admitted.push(name);
    leaves.set(name, entered);
    return "admitted";
  };
  /** Resolves when whoever is next has been noted. */
  const leave = async (name: string) => {
    leaves.get(name)?.();
    await settled();
  };
  return { admitted, enter, leave };
}

/** All that is admitted by now has been noted: no step of the gate waits for anything but promises. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it("admits as many as it has places, and of one person as many as are theirs", async () => {
  const { admitted, enter, leave } = watch(new FairGate({ places: 3, placesPerPerson: 2 }));
  for (const name of ["a1", "a2", "a3", "b1", "b2"]) void enter(name);
  await settled();
  expect(admitted).toEqual(["a1", "a2", "b1"]);
  await leave("b1");
  expect(admitted).toEqual(["a1", "a2", "b1", "b2"]);
  await leave("b2");
  expect(admitted, "a place is free, but not for a person who has two").toHaveLength(4);
  await leave("a1");
  expect(admitted.slice(4)).toEqual(["a3"]);
});

it("goes round between people, and keeps the order of each", async () => {
  const { admitted, enter, leave } = watch(new FairGate({ places: 1, placesPerPerson: 1 }));
  for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) void enter(name);
  await settled();
  for (let at = 0; at < 7; at += 1) await leave(admitted[at] ?? "");
  expect(admitted).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

it("lets whoever comes late go before the second piece of others", async () => {
  const { admitted, enter, leave } = watch(new FairGate({ places: 1, placesPerPerson: 1 }));
  for (let piece = 1; piece <= 24; piece += 1) void enter(`a${piece}`);
  await settled();
  await leave("a1");
  void enter("b1");
  await leave("a2");
  expect(admitted).toEqual(["a1", "a2", "b1"]);
});

it("admits first who has held places least of late, in any of its gates", async () => {
  let now = 0;
  const use = new RecentUse(() => now);
  const options = { places: 2, placesPerPerson: 1, use };
  const [gate, other] = [watch(new FairGate(options)), watch(new FairGate(options))];
  await gate.enter("a1");
  await other.enter("b1");
  now += 10_000;
  await other.leave("b1");
  await gate.enter("c1");
  for (const name of ["a2", "b2", "d1"]) void gate.enter(name);
  now += 1_000;
  await gate.leave("c1");
  expect(gate.admitted).toEqual(["a1", "c1", "d1"]);
  void gate.enter("c2");
  await gate.leave("d1");
  await gate.leave("c2");
  await gate.leave("a1");
  expect(gate.admitted.slice(3)).toEqual(["c2", "b2", "a2"]);
});

it("has a place for another person while one has a hundred pieces", async () => {
  const { admitted, enter } = watch(new FairGate({ places: 2, placesPerPerson: 1 }));
  for (let piece = 1; piece <= 100; piece += 1) void enter(`a${piece}`);
  await enter("b1");
  expect(admitted).toEqual(["a1", "b1"]);
});

it("lets those who give up go, and keeps their turn for the next one", async () => {
  const { admitted, enter, leave } = watch(new FairGate({ places: 1, placesPerPerson: 1 }));
  void enter("a1");
  const stop = new AbortController();
  const given = [
    enter("a2", { signal: stop.signal }),
    enter("b1", { signal: stop.signal }),
    enter("b2"),
  ];
  await settled();
  stop.abort();
  expect(await Promise.all(given.slice(0, 2))).toEqual(["aborted", "aborted"]);
  expect(await enter("c1", { signal: AbortSignal.abort() })).toBe("aborted");
  await leave("a1");
  expect(admitted).toEqual(["a1", "b2"]);
  stop.abort();
  await leave("b2");
  expect(await enter("a3")).toBe("admitted");
});

it("keeps the place of who has stopped listening to the signal", async () => {
  const { enter, leave, admitted } = watch(new FairGate({ places: 1, placesPerPerson: 1 }));
  void enter("a1");
  const stop = new AbortController();
  const second = enter("a2", { signal: stop.signal });
  await settled();
  await leave("a1");
  stop.abort();
  expect(await second).toBe("admitted");
  void enter("b1");
  await leave("a1");
  expect(admitted, "a place is given back once").toEqual(["a1", "a2"]);
  await leave("a2");
  expect(admitted).toEqual(["a1", "a2", "b1"]);
});

it("refuses a person whose own line is too long, and nobody else", async () => {
  const gate = new FairGate({ places: 1, placesPerPerson: 1, waitingPerPersonMax: 2 });
  const { admitted, enter, leave } = watch(gate);
  for (const name of ["a1", "a2", "a3"]) void enter(name);
  expect(await enter("a4")).toBe("too-long");
  void enter("b1");
  void enter("a5", { goesOn: true });
  await settled();
  await leave("a1");
  expect(await enter("a6")).toBe("too-long");
  await leave("b1");
  await leave("a2");
  expect(admitted).toEqual(["a1", "b1", "a2", "a3"]);
});

it("refuses second pieces where the line of all is too long", async () => {
  const gate = new FairGate({ places: 1, placesPerPerson: 1, waitingMax: 2 });
  const { enter } = watch(gate);
  for (const name of ["a1", "a2", "b1"]) void enter(name);
  expect(await enter("b2")).toBe("too-long");
  void enter("c1");
  expect(await enter("c2")).toBe("too-long");
});

it("tells those who wait, and how many they are", async () => {
  const told: unknown[] = [];
  const onWaiting = (waiting: number) => told.push(waiting);
  const { enter, leave } = watch(new FairGate({ places: 1, placesPerPerson: 1, onWaiting }));
  const waits = { begin: () => told.push("begin"), end: () => told.push("end") };
  await enter("a1", { waits });
  expect(told).toEqual([]);
  void enter("a2", { waits });
  await leave("a1");
  expect(told).toEqual([1, "begin", 0, "end"]);
});
