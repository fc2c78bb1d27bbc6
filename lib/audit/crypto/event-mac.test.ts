/** A chain of MACs shows each change of a log to whoever has the key, before the log is sealed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { commitTo } from "../canonical.ts";
import { commitToPayload } from "../run-log.ts";
import { type ChainedEvent, type LogEnd, signEvent, verifyChain } from "./event-mac.ts";
import { toRowKey } from "./row-key.ts";

const key = toRowKey(Buffer.alloc(32, 1));
const earlier = toRowKey(Buffer.alloc(32, 2));
const RUN = "run";

/** @param unsigned so many events at the beginning have no MAC */
function chainOf(count: number, runId = RUN, unsigned = 0, by = key): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const columns = { seq, publicSeq: seq, type: "hop.started", visibility: "hidden" };
    const rest = { hopRef: `h${seq}`, at: "2026-11-27T00:00:00.000Z", version: 1 };
    const payload = { said: `words of ${runId}`, seq };
    const salt = `salt ${runId} ${seq}`;
    const facts = { ...columns, ...rest, runId, payload: commitTo(payload, salt) };
    const mac = seq > unsigned ? signEvent(by, facts, events.at(-1)?.mac ?? null) : null;
    events.push({ ...columns, ...rest, payload, salt, mac });
  }
  return events;
}

const endOf = (events: readonly ChainedEvent[], unsigned = 0): LogEnd => {
  const mac = events.at(-1)?.mac ?? null;
  const end = { events: events.length, mac: mac && toHex(mac) };
  return unsigned > 0 ? { ...end, unsigned } : end;
};

const judge = (events: readonly ChainedEvent[], end: LogEnd | null, mayLackMacs = false) =>
  verifyChain([key], logOf(events), { end, mayLackMacs });

const logOf = (events: readonly ChainedEvent[]) => ({
  runId: RUN,
  events,
  payloads: events.map(commitToPayload),
});

const CHANGES: Record<string, (event: ChainedEvent) => ChainedEvent> = {
  "public number": (event) => ({ ...event, publicSeq: null }),
  type: (event) => ({ ...event, type: "hop.ended" }),
  visibility: (event) => ({ ...event, visibility: "public" }),
  hop: (event) => ({ ...event, hopRef: "h99" }),
  time: (event) => ({ ...event, at: "2026-11-27T00:00:00.001Z" }),
  version: (event) => ({ ...event, version: 2 }),
  payload: (event) => ({ ...event, payload: { said: "forged" } }),
  salt: (event) => ({ ...event, salt: "another" }),
  MAC: (event) => ({ ...event, mac: Buffer.alloc(36, 7) }),
  "MAC of another event": (event) => ({ ...event, mac: chainOf(9).at(-1)?.mac ?? null }),
  "MAC that is gone": (event) => ({ ...event, mac: null }),
};

describe("a chain of events", () => {
  it("holds as it was written, also under a key that was changed meanwhile", () => {
    const events = chainOf(5);
    expect(judge(events, endOf(events))).toEqual({ ok: true, unsigned: 0 });
    const old = chainOf(3, RUN, 0, earlier);
    expect(judge(old, endOf(old))).toEqual({ ok: false, seq: 1 });
    const both = { end: endOf(old), mayLackMacs: false };
    expect(verifyChain([key, earlier], logOf(old), both)).toMatchObject({
      ok: true,
    });
  });

  it.each(Object.entries(CHANGES))("shows another %s at its event", (_, change) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat({ max: 7 }), (count, at) => {
        const events = chainOf(count);
        const seq = (at % count) + 1;
        const changed = events.map((event) => (event.seq === seq ? change(event) : event));
        expect(judge(changed, endOf(events))).toEqual({ ok: false, seq });
        expect(judge(changed, null)).toEqual({ ok: false, seq });
      }),
    );
  });

  it("shows an event that is missing, was put in, moved, or comes from another run", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.nat({ max: 7 }), (count, at) => {
        const events = chainOf(count);
        const end = endOf(events);
        const seq = (at % count) + 1;
        const without = events.filter((event) => event.seq !== seq);
        expect(judge(without, end)).toEqual({ ok: false, seq });
        const renumbered = without.map((event, index) => ({ ...event, seq: index + 1 }));
        expect(judge(renumbered, end)).toEqual({ ok: false, seq });
        const foreign = chainOf(count, "other")[seq - 1] as ChainedEvent;
        const swapped = events.map((event) => (event.seq === seq ? foreign : event));
        expect(judge(swapped, end)).toEqual({ ok: false, seq });
        const added = [...events, { ...foreign, seq: count + 1 }];
        expect(judge(added, end)).toEqual({ ok: false, seq: count + 1 });
      }),
    );
  });

  it("shows a log that was cut, against the signed row of its end", () => {
    const events = chainOf(6);
    expect(judge(events.slice(0, 4), endOf(events))).toEqual({ ok: false, seq: 5 });
    expect(judge([], endOf(events))).toEqual({ ok: false, seq: 1 });
    const other = { ...endOf(events), mac: endOf(chainOf(6, "other")).mac };
    expect(judge(events, other)).toEqual({ ok: false, seq: 6 });
  });

  it("takes events without a MAC only where some may lack one, and as many as were counted", () => {
    const events = chainOf(6, RUN, 3);
    const end = endOf(events, 3);
    expect(judge(events, end)).toEqual({ ok: false, seq: 1 });
    expect(judge(events, end, true)).toEqual({ ok: true, unsigned: 3 });
    expect(judge(events, null, true)).toEqual({ ok: true, unsigned: 3 });
    expect(judge(events, { ...end, unsigned: 2 }, true)).toEqual({ ok: false, seq: 6 });
    const stripped = events.map((event) => ({ ...event, mac: null }));
    expect(judge(stripped, end, true)).toEqual({ ok: false, seq: 6 });
  });
});
