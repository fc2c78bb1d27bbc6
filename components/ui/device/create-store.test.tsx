/** A store tells those who listen at the time, and keeps what was set last. */
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { createStore } from "./create-store.ts";

const NAMES = ["a", "b", "c"] as const;
const act = fc.oneof(
  fc.record({ do: fc.constantFrom("follow", "leave"), name: fc.constantFrom(...NAMES) }),
  fc.record({ do: fc.constant("set"), value: fc.integer() }),
);

describe("a store", () => {
  it("tells each listener of every value that is set while it listens", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(act), (first, acts) => {
        const store = createStore(first);
        const heard = new Map<string, number[]>();
        const expected = new Map<string, number[]>();
        const following = new Map<string, () => void>();
        let last = first;
        for (const one of acts) {
          if (!("name" in one)) {
            last = one.value;
            store.set(last);
            for (const name of following.keys()) expected.get(name)?.push(last);
          } else if (one.do === "leave") {
            following.get(one.name)?.();
            following.delete(one.name);
          } else if (!following.has(one.name)) {
            const { name } = one;
            if (!heard.has(name)) {
              heard.set(name, []);
              expected.set(name, []);
            }
            following.set(
              name,
              store.subscribe(() => heard.get(name)?.push(store.get())),
            );
          }
          expect(store.get()).toBe(last);
        }
        expect(heard).toEqual(expected);
      }),
    );
  });

  it("loads its value once, when it is first asked for and none was set", () => {
    const load = vi.fn(() => "stored");
    const store = createStore("none", load);
    expect(load).not.toHaveBeenCalled();
    expect([store.get(), store.get()]).toEqual(["stored", "stored"]);
    expect(load).toHaveBeenCalledTimes(1);
    const other = createStore("none", load);
    other.set("chosen");
    expect(other.get()).toBe("chosen");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("shows its first value on the server, and loads nothing there", () => {
    const load = vi.fn(() => "stored");
    const store = createStore("none", load);
    const Shown = () => store.use();
    expect(renderToStaticMarkup(<Shown />)).toBe("none");
    expect(load).not.toHaveBeenCalled();
  });

  it("tells all who listened, also where one of them leaves meanwhile", () => {
    const store = createStore(0);
    const last = vi.fn();
    const leave = store.subscribe(() => leave());
    store.subscribe(last);
    store.set(1);
    store.set(2);
    expect(last).toHaveBeenCalledTimes(2);
  });
});
