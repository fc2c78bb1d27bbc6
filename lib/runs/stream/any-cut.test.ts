/** However the reading of a run is cut into parts, the page ends with the same text and the same events. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyUpdate, type RunView, startView } from "../../../components/chat/run/run-view.ts";
import {
  isKept,
  type NumberedEvent,
  type PublicEvent,
  type PublicUpdate,
} from "../../contracts/public/public-event.ts";
import { textFrom } from "../../contracts/public/splice-text.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { foldAnswer } from "../../contracts/run/fold-answer.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { RunSnapshot } from "../../db/runs/get-run-snapshot.ts";
import { openReader } from "./follow-stored-run.ts";

type Logged = { body: LogEventBody; event: PublicEvent };

const step = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ restartAt: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constantFrom("status.changed" as const, "sources.shown" as const) },
);

/** A log of these steps, and its end. Text that is written again differs from what stood. */
const anyLog = fc.array(step, { maxLength: 14 }).map((steps): Logged[] => {
  const bodies: LogEventBody[] = [];
  for (const [index, next] of steps.entries()) {
    const { text, starts } = foldAnswer(bodies);
    if (typeof next === "object") {
      const offset = starts[next.restartAt % starts.length];
      const again = String.fromCodePoint(0x2460 + index);
      if (offset !== undefined) bodies.push({ type: "answer.restarted", offset, text: again });
    } else if (next === "status.changed") bodies.push({ type: next, status: "reading" });
    else if (next === "sources.shown") {
      const source = { kind: "page", number: index + 1, title: "Glass", address: null } as const;
      bodies.push({ type: next, sources: [source] });
    } else bodies.push({ type: "answer.delta", offset: text.length, text: next });
  }
  bodies.push({ type: "run.ended", ending: "complete", reason: null });
  let publicSeq = 0;
  return bodies.map((body) => {
    if (body.type !== "answer.delta") publicSeq += 1;
    return { body, event: toPublicEvent({ publicSeq, body }) ?? expect.fail() };
  });
});

/** The run as its first events say. */
function snapshotOf(log: readonly Logged[]): RunSnapshot {
  const events = log.flatMap(({ event }): NumberedEvent[] =>
    event.type === "delta" ? [] : [event],
  );
  const status = events.some(({ type }) => type === "status") ? ("reading" as const) : null;
  return {
    type: "snapshot",
    offset: 0,
    text: foldAnswer(log.map(({ body }) => body)).text,
    seq: events.at(-1)?.seq ?? 0,
    status,
    forMs: 0,
    events,
    isTakenOver: events.some(({ type }) => type === "restart"),
    ending: events.at(-1)?.type === "end" ? "complete" : null,
    reason: null,
  };
}

/** A page that has seen the first events, and begins to read again at a snapshot. */
function openPage(seen: readonly Logged[], first: RunSnapshot) {
  let view: RunView = startView("", true);
  const take = (update: PublicUpdate) => {
    const next = applyUpdate(view, update);
    if (next === "gap") expect.fail("a gap");
    view = next;
  };
  for (const { event } of seen) take(event);
  take({ ...first, ...textFrom(first.text, first.isTakenOver ? 0 : view.text.length) });
  first.events.filter(isKept).forEach(take);
  return { take, read: () => view };
}

function expectWhole({ text, kept, ended }: RunView, log: readonly Logged[]): void {
  expect(text).toBe(snapshotOf(log).text);
  expect(kept).toEqual(log.map(({ event }) => event).filter(isKept));
  expect(ended).toEqual({ ending: "complete", notice: null });
}

/** How an event reaches a reader, and how much of the log is read after it. */
const anyWay = fc.record({
  times: fc.nat(2),
  /** How much of the text before it comes with it. */
  overlap: fc.nat(3),
  /** Text that comes once more after it: so many events before it. */
  again: fc.nat(4),
  read: fc.option(fc.nat(14)),
});
type Way = { times: number; overlap: number; again: number; read: number | null };
const anyWays = fc.array(anyWay, { minLength: 15, maxLength: 15 });
const anyPlaces = fc
  .tuple(fc.nat(14), fc.nat(14))
  .map((places) => places.toSorted((one, other) => one - other));

/** What comes to a reader at the place of an event. What was written anew does not come again. */
function heardAt(log: readonly Logged[], index: number, way: Way): PublicEvent[] {
  const { event } = log[index] ?? expect.fail();
  const restarted = log.slice(0, index + 1).findLastIndex((one) => one.event.type === "restart");
  const earlier = log[Math.max(restarted, index - way.again)]?.event;
  const again = earlier?.type === "delta" ? [earlier] : [];
  return [
    ...Array<PublicEvent>(way.times).fill(overlapping(log, index, way.overlap)),
    ...again,
  ].filter((one) => event.type !== "end" || one.type !== "delta");
}

/** A delta with text before it, as far as that was not written anew. */
function overlapping(log: readonly Logged[], index: number, overlap: number): PublicEvent {
  const { event } = log[index] ?? expect.fail();
  if (event.type !== "delta") return event;
  const restart = log.slice(0, index).findLast(({ body }) => body.type === "answer.restarted");
  const from = restart?.event.type === "restart" ? restart.event.offset : 0;
  const offset = Math.max(from, event.offset - overlap);
  const { text } = snapshotOf(log.slice(0, index));
  return { ...event, offset, text: text.slice(offset) + event.text };
}

it("holds for what is heard and what is read of another instance's run", () => {
  fc.assert(
    fc.property(anyLog, anyPlaces, anyWays, (log, [seen = 0, begun = 0], ways) => {
      const first = snapshotOf(log.slice(0, begun));
      const page = openPage(log.slice(0, Math.min(seen, begun)), first);
      const reader = openReader(first, page.take);
      let known = begun;
      for (let index = begun; index < log.length - 1; index += 1) {
        const way = ways[index] ?? expect.fail();
        for (const event of heardAt(log, index, way)) reader.hear(event);
        if (way.read === null) continue;
        known = Math.max(known, Math.min(way.read, index + 1));
        reader.show(snapshotOf(log.slice(0, known)));
      }
      reader.show(snapshotOf(log));
      expectWhole(page.read(), log);
    }),
    { numRuns: 500 },
  );
});

it("holds for what is told of a run of this process, also where some of it is told again", () => {
  fc.assert(
    fc.property(anyLog, anyPlaces, anyWays, (log, [seen = 0, begun = 0], ways) => {
      const page = openPage(log.slice(0, Math.min(seen, begun)), snapshotOf(log.slice(0, begun)));
      for (let index = begun; index < log.length; index += 1) {
        const way = ways[index] ?? expect.fail();
        page.take(overlapping(log, index, way.overlap));
        for (const event of heardAt(log, index, way)) page.take(event);
      }
      if (begun < log.length) expectWhole(page.read(), log);
    }),
    { numRuns: 500 },
  );
});

const MIRRORS: LogEventBody = { type: "answer.delta", offset: 0, text: "Mirrors" };
const LIGHT: LogEventBody = { type: "answer.restarted", offset: 0, text: "Light" };

/** A log, and a reader that begins before it. */
function openAt(...bodies: LogEventBody[]) {
  const log = bodies.map((body): Logged => {
    return { body, event: toPublicEvent({ publicSeq: 1, body }) ?? expect.fail() };
  });
  const page = openPage([], snapshotOf([]));
  return { log, page, reader: openReader(snapshotOf([]), page.take) };
}

it("is not set back by a log that has no restart yet", () => {
  const { log, page, reader } = openAt(MIRRORS, LIGHT);
  for (const { event } of log) reader.hear(event);
  reader.show(snapshotOf(log.slice(0, 1)));
  expect(page.read().text).toBe("Light");
});

it("takes nothing that was heard too early, where it was written anew since", () => {
  const { log, page, reader } = openAt(MIRRORS, LIGHT);
  reader.hear({ type: "delta", offset: 5, text: "rs" });
  reader.show(snapshotOf(log));
  expect(page.read().text).toBe("Light");
});
