import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import type { RunInput } from "./run-stream.ts";
import { applyInput, type RunView, startView } from "./run-view.ts";

const delta = (offset: number, text: string): RunInput => ({ kind: "delta", offset, text });

const status = (seq: number, status: PublicStatus, since = 5): RunInput => ({
  ...{ kind: "status", seq, status, since },
});

function viewAfter(view: RunView, ...inputs: RunInput[]): RunView {
  return inputs.reduce((current, input) => {
    const next = applyInput(current, input);
    return next === "gap" ? current : next;
  }, view);
}

describe("applyInput", () => {
  it("appends a delta and takes the status away", () => {
    const view = viewAfter(startView("", true), delta(0, "Hel"), delta(3, "lo"));
    expect(view.text).toBe("Hello");
    expect(view.status).toBeNull();
  });

  it("is not changed by a repeated delta", () => {
    const view = viewAfter(startView("Hello", false));
    expect(applyInput(view, delta(0, "Hel"))).toBe(view);
    expect(applyInput(view, delta(3, "lo"))).toBe(view);
  });

  it("takes only what is new of a delta that overlaps", () => {
    expect(viewAfter(startView("Hello", false), delta(3, "lo, you")).text).toBe("Hello, you");
  });

  it("reports a gap", () => {
    expect(applyInput(startView("Hel", false), delta(4, "o"))).toBe("gap");
  });

  it("never shows less when a snapshot starts over", () => {
    const snapshot: RunInput = {
      kind: "snapshot",
      offset: 0,
      text: "Hel",
      seq: 2,
      status: "reading",
      since: 5,
    };
    const view = viewAfter(startView("Hello", false), snapshot);
    expect(view).toMatchObject({ text: "Hello", isSynced: true, seq: 2, status: "reading" });
  });

  it("ignores a status that it has seen", () => {
    const view = viewAfter(startView("", true), status(2, "looking-up"));
    expect(applyInput(view, status(1, "thinking"))).toBe(view);
  });

  it("knows since when it waits, and whether the work has begun", () => {
    const first = viewAfter(startView("", true, 1_000), status(1, "starting", 2_000));
    expect(first).toMatchObject({ since: 2_000, workedSince: 1_000, hasWorked: false });
    const working = viewAfter(first, status(2, "looking-up", 9_000));
    expect(working).toMatchObject({ since: 9_000, workedSince: 1_000, hasWorked: true });
    expect(viewAfter(working, status(3, "thinking", 9_500)).hasWorked).toBe(true);
  });

  it("takes from a snapshot since when the server is at it", () => {
    const snapshot: RunInput = {
      ...{ kind: "snapshot", offset: 0, text: "", seq: 2, status: "waiting", since: 500 },
    };
    expect(viewAfter(startView("", false, 9_000), snapshot)).toMatchObject({
      ...{ since: 500, workedSince: 500, hasWorked: true },
    });
  });

  it("holds what the answer cites", () => {
    const sources = [{ kind: "page", number: 1, title: "Glass", address: null } as const];
    const view = viewAfter(startView("Sand [1].", true), { kind: "sources", seq: 3, sources });
    expect(view).toMatchObject({ text: "Sand [1].", sources, seq: 3 });
  });

  it("ends once, with its words", () => {
    const end: RunInput = { kind: "end", seq: 3, ending: "failed", notice: "The model is busy." };
    expect(viewAfter(startView("So", true), end)).toMatchObject({
      text: "So",
      status: null,
      ended: { ending: "failed", notice: "The model is busy." },
    });
  });

  it("does not end by what another tab says before it has heard what was written", () => {
    const end: RunInput = { kind: "end", seq: 3, ending: "complete", notice: null };
    expect(applyInput(startView("", false), end)).toBe("gap");
  });

  it("holds exactly the answer, whatever order and however often deltas come", () => {
    const pieces = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(19)), (texts, repeats) => {
        let at = 0;
        const deltas = texts.map((text) => {
          at += text.length;
          return delta(at - text.length, text);
        });
        const noise = repeats.map((index) => deltas[index % deltas.length] ?? delta(0, ""));
        const view = viewAfter(startView("", true), ...noise, ...deltas, ...noise);
        expect(view.text).toBe(texts.join(""));
      }),
    );
  });
});
