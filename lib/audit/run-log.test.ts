/** The seal of a run's log: what was removed, changed, moved or added is found and named; what was erased is not a fault. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LoggedEvent, rootOfCommitments, sealLog, verifyLog } from "./run-log.ts";

const event = fc.record({
  publicSeq: fc.option(fc.nat()),
  type: fc.constantFrom("hop.started", "answer.delta"),
  visibility: fc.constantFrom("public", "hidden"),
  hopRef: fc.option(fc.string()),
  version: fc.integer({ min: 1, max: 3 }),
  payload: fc.record({ text: fc.string(), n: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  salt: fc.uuid(),
});
const log = fc.array(event, { minLength: 1, maxLength: 20 }).map((events) =>
  events.map(
    (body, index): LoggedEvent => ({
      ...body,
      seq: index + 1,
      at: new Date(1_700_000_000_000 + index).toISOString(),
    }),
  ),
);
const place = (events: readonly unknown[], at: number) => at % events.length;

describe("a sealed log", () => {
  it("holds as it was stored, and its root is that of its commitments", () => {
    fc.assert(
      fc.property(log, (events) => {
        const sealed = sealLog(events);
        expect(verifyLog(sealed, events)).toEqual({ ok: true, erased: 0 });
        expect(Buffer.from(rootOfCommitments(sealed.commitments))).toEqual(
          Buffer.from(sealed.root),
        );
      }),
    );
  });

  it("holds where payloads were erased, and says how many", () => {
    fc.assert(
      fc.property(log, (events) => {
        const erased = events.map((one) => ({ ...one, payload: null }));
        expect(verifyLog(sealLog(events), erased)).toEqual({ ok: true, erased: events.length });
      }),
    );
  });

  it("names the first event that was removed, changed, moved or added", () => {
    fc.assert(
      fc.property(log, fc.nat(), (events, any) => {
        const at = place(events, any);
        const seq = at + 1;
        const sealed = sealLog(events);
        const without = events.filter((_, index) => index !== at);
        expect(verifyLog(sealed, without)).toEqual({ ok: false, seq, why: "event-missing" });
        const changed = events.map((one) =>
          one.seq === seq ? { ...one, payload: { text: "forged" } } : one,
        );
        expect(verifyLog(sealed, changed)).toEqual({ ok: false, seq, why: "event-changed" });
        const added = [...events, { ...events[at], seq: events.length + 1 } as LoggedEvent];
        expect(verifyLog(sealed, added)).toMatchObject({ ok: false, why: "event-added" });
        const moved = events.map((one) => ({ ...one, at: new Date(0).toISOString() }));
        expect(verifyLog(sealed, moved)).toEqual({ ok: false, seq: 1, why: "event-changed" });
      }),
    );
  });

  it("shows that the commitments beside it were changed", () => {
    fc.assert(
      fc.property(log, fc.nat(), (events, any) => {
        const sealed = sealLog(events);
        const seq = place(events, any) + 1;
        const at = 64 * (seq - 1);
        const commitments = Uint8Array.from(sealed.commitments);
        commitments[at] = (commitments[at] ?? 0) ^ 1;
        expect(verifyLog({ ...sealed, commitments }, events)).toEqual({
          ok: false,
          seq: 0,
          why: "seal-changed",
        });
        const behind = Uint8Array.from(sealed.commitments);
        behind[at + 32] = (behind[at + 32] ?? 0) ^ 1;
        expect(verifyLog({ ...sealed, commitments: behind }, events)).toEqual({
          ok: false,
          seq,
          why: "seal-changed",
        });
      }),
    );
  });
});
