import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atTickEnd } from "./at-tick-end.ts";
import { untilTurn } from "./until-turn.ts";
import type { Precedence } from "./waiting.ts";

/** The clock stands still unless words or work take their time. */
let clock = 0;
let done: string[] = [];

beforeEach(() => {
  done = [];
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => vi.restoreAllMocks());

async function ask(precedence: Precedence, name: string, takesMs = 0): Promise<void> {
  await untilTurn(precedence);
  done.push(name);
  clock += takesMs;
}

/** What was done in each turn of the event loop, until all of it was. */
async function turns(count: number): Promise<string[][]> {
  const each: string[][] = [];
  while (each.flat().length < count) {
    const before = done.length;
    await nextTurn();
    each.push(done.slice(before));
  }
  return each.filter((one) => one.length > 0);
}

describe("untilTurn", () => {
  it("takes what was asked first, first", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `${n}`);
    for (const name of names) ask("beginning", name);
    expect((await turns(20)).flat()).toEqual(names);
  });

  it("lets what goes on before what begins, and that before what ends", async () => {
    ask("ending", "end 1");
    ask("ending", "end 2");
    ask("beginning", "begin 1");
    ask("going-on", "go on 1");
    ask("beginning", "begin 2");
    ask("going-on", "go on 2");
    expect((await turns(6)).flat()).toEqual([
      "end 1",
      ...["go on 1", "go on 2", "begin 1", "begin 2"],
      "end 2",
    ]);
  });

  it("ends something in every turn of the loop, whoever else waits", async () => {
    for (const n of [1, 2, 3]) ask("going-on", `go on ${n}`, 20);
    for (const n of [1, 2, 3]) ask("ending", `end ${n}`);
    expect(await turns(6)).toEqual([
      ["end 1", "go on 1"],
      ["end 2", "go on 2"],
      ["end 3", "go on 3"],
    ]);
  });

  it("ends two in one turn of the loop, so that those who answer an end do not come all at once", async () => {
    for (const n of [1, 2, 3, 4, 5]) ask("ending", `end ${n}`);
    ask("beginning", "begin");
    expect(await turns(6)).toEqual([["end 1", "begin", "end 2"], ["end 3", "end 4"], ["end 5"]]);
  });

  it("leaves the rest to the next turn of the loop once its time is up", async () => {
    for (let n = 0; n < 5; n += 1) ask("beginning", `${n}`, 2);
    expect(await turns(5)).toEqual([
      ["0", "1", "2"],
      ["3", "4"],
    ]);
  });

  it("works for what words have left of a turn, and never so long that they would wait for it", async () => {
    for (const [wordsMs, pieces] of [
      [0, 26],
      [10, 16],
      [20, 6],
      [40, 4],
    ] as const) {
      await ask("beginning", "whoever came before");
      for (let n = 0; n < 40; n += 1) ask("beginning", `${n}`, 1);
      atTickEnd(() => {
        clock += wordsMs;
      });
      expect((await turns(40))[0]).toHaveLength(pieces);
    }
  });

  it("works no longer because many wait to end", async () => {
    await ask("beginning", "whoever came before");
    for (let n = 0; n < 40; n += 1) ask("ending", `end ${n}`);
    for (let n = 0; n < 4; n += 1) ask("beginning", `begin ${n}`, 3);
    expect((await turns(44))[0]).toEqual(["end 0", "begin 0", "begin 1"]);
  });

  it("counts what follows from a piece of work as its time", async () => {
    const follow = async (name: string) => {
      await untilTurn("going-on");
      await Promise.resolve();
      done.push(name);
      clock += 20;
    };
    const all = Promise.all([follow("one"), follow("two")]);
    expect(await turns(2)).toEqual([["one"], ["two"]]);
    await all;
  });

  it("comes after what streams", async () => {
    ask("going-on", "work");
    atTickEnd(() => done.push("words"));
    expect((await turns(2)).flat()).toEqual(["words", "work"]);
  });

  it("takes what is asked for while something else is done", async () => {
    await ask("beginning", "one");
    await ask("beginning", "two");
    expect(done).toEqual(["one", "two"]);
  });

  it("goes on in the context of whoever asked", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const look = async (precedence: Precedence) => {
      await untilTurn(precedence);
      seen.push(request.getStore());
    };
    await Promise.all([
      request.run("one", () => look("beginning")),
      request.run("two", () => look("going-on")),
      look("beginning"),
    ]);
    expect(seen).toEqual(["two", "one", undefined]);
  });
});
