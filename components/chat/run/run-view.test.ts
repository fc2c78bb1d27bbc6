import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PublicUpdate } from "@/lib/contracts/public/public-event.ts";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import { applyUpdate, type RunView, startView } from "./run-view.ts";

const NOW = 10_000;

const delta = (offset: number, text: string): PublicUpdate => ({ type: "delta", offset, text });

const status = (seq: number, status: PublicStatus): PublicUpdate => ({
  type: "status",
  seq,
  status,
});

function viewAfter(view: RunView, ...updates: PublicUpdate[]): RunView {
  return updates.reduce((current, update) => viewAt(NOW, current, update), view);
}

function viewAt(now: number, view: RunView, update: PublicUpdate): RunView {
  const next = applyUpdate(view, update, now);
  return next === "gap" ? view : next;
}

describe("applyUpdate", () => {
  it("appends a delta and takes the status away", () => {
    const view = viewAfter(startView("", true), delta(0, "Hel"), delta(3, "lo"));
    expect(view.text).toBe("Hello");
    expect(view.status).toBeNull();
  });

  it("is not changed by a repeated delta", () => {
    const view = viewAfter(startView("Hello", false));
    expect(applyUpdate(view, delta(0, "Hel"))).toBe(view);
    expect(applyUpdate(view, delta(3, "lo"))).toBe(view);
  });

  it("takes only what is new of a delta that overlaps", () => {
    expect(viewAfter(startView("Hello", false), delta(3, "lo, you")).text).toBe("Hello, you");
  });

  it("reports a gap", () => {
    expect(applyUpdate(startView("Hel", false), delta(4, "o"))).toBe("gap");
  });

  it("never shows less when a snapshot starts over", () => {
    const snapshot: PublicUpdate = {
      type: "snapshot",
      offset: 0,
      text: "Hel",
      seq: 2,
      status: "reading",
      forMs: 5,
    };
    const view = viewAfter(startView("Hello", false), snapshot);
    expect(view).toMatchObject({ text: "Hello", isSynced: true, seq: 2, status: "reading" });
  });

  it("ignores a status that it has seen", () => {
    const view = viewAfter(startView("", true), status(2, "looking-up"));
    expect(applyUpdate(view, status(1, "thinking"))).toBe(view);
  });

  it("knows since when it waits, and whether the work has begun", () => {
    const first = viewAt(2_000, startView("", true, 1_000), status(1, "starting"));
    expect(first).toMatchObject({ since: 2_000, workedSince: 1_000, hasWorked: false });
    const working = viewAt(9_000, first, status(2, "looking-up"));
    expect(working).toMatchObject({ since: 9_000, workedSince: 1_000, hasWorked: true });
    expect(viewAt(9_500, working, status(3, "thinking")).hasWorked).toBe(true);
  });

  it("takes from a snapshot since when the server is at it", () => {
    const snapshot: PublicUpdate = {
      type: "snapshot",
      offset: 0,
      text: "",
      seq: 2,
      status: "waiting",
      forMs: 9_500,
    };
    expect(viewAfter(startView("", false, 9_000), snapshot)).toMatchObject({
      since: 500,
      workedSince: 500,
      hasWorked: true,
    });
  });

  it("holds what the answer cites", () => {
    const sources = [{ kind: "page", number: 1, title: "Glass", address: null } as const];
    const view = viewAfter(startView("Sand [1].", true), { type: "sources", seq: 3, sources });
    expect(view).toMatchObject({ text: "Sand [1].", kept: [{ sources }], seq: 3 });
  });

  it("ends once, with its words", () => {
    const end: PublicUpdate = {
      type: "end",
      seq: 3,
      ending: "failed",
      notice: "The model is busy.",
    };
    expect(viewAfter(startView("So", true), end)).toMatchObject({
      text: "So",
      status: null,
      ended: { ending: "failed", notice: "The model is busy." },
    });
  });

  it("does not end by what another tab says before it has heard what was written", () => {
    const end: PublicUpdate = { type: "end", seq: 3, ending: "complete", notice: null };
    expect(applyUpdate(startView("", false), end)).toBe("gap");
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
