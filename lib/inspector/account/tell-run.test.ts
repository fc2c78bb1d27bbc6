import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REGISTRY } from "../../agents/registry.ts";
import { ACCOUNT_TOPICS, RunAccount } from "../../contracts/inspector/run/run-account.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import type { PayloadLevel } from "../payload-access.ts";
import { projectEvent } from "../run/project-event.ts";
import { accessAs } from "../testing/access-as.ts";
import { matters, UNTOLD_TYPES } from "./matters.ts";
import { tellRun, toSentence } from "./tell-run.ts";
import { anyEvents, CANARY } from "./testing/any-events.ts";

const RUNS = { numRuns: 300 };
const { nameOf } = REGISTRY;
const SENTENCES_MAX = 25;

function tell(stored: readonly StoredEvent[], level: PayloadLevel = "full") {
  const events = stored.map((event) => projectEvent(event, accessAs(level)));
  return { events, told: tellRun(events, { nameOf, question: null }) };
}

describe("the account of any log", () => {
  it("cites only events of the log, each once and in order, and at least one", () => {
    fc.assert(
      fc.property(anyEvents, (stored) => {
        const { told } = tell(stored);
        const seqs = new Set(stored.map(({ seq }) => seq));
        for (const { cites } of told) {
          expect(cites.length).toBeGreaterThan(0);
          expect(cites.every((seq) => seqs.has(seq))).toBe(true);
          expect(cites).toEqual([...new Set(cites)].sort((one, other) => one - other));
        }
      }),
      RUNS,
    );
  });

  it("tells every event that matters", () => {
    fc.assert(
      fc.property(anyEvents, (stored) => {
        const { events, told } = tell(stored);
        const cited = new Set(told.flatMap(({ cites }) => cites));
        const silent = events.filter(({ seq, body }) => matters(body) && !cited.has(seq));
        expect(silent.map(({ body }) => body.type)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("is the same for the same events, whatever is read between", () => {
    fc.assert(
      fc.property(anyEvents, anyEvents, (stored, other) => {
        const { told } = tell(stored);
        tell(other);
        expect(tell(structuredClone(stored)).told).toEqual(told);
      }),
      RUNS,
    );
  });

  it("is short, in the order of its topics, and fits its contract", () => {
    const place = ({ topic }: { topic: (typeof ACCOUNT_TOPICS)[number] }) =>
      ACCOUNT_TOPICS.indexOf(topic);
    fc.assert(
      fc.property(anyEvents, (stored) => {
        const sentences = tell(stored).told.map(toSentence);
        expect(sentences.length).toBeLessThanOrEqual(SENTENCES_MAX);
        expect(sentences).toEqual(sentences.toSorted((one, two) => place(one) - place(two)));
        RunAccount.parse({ runId: "r", ended: true, sentences, leftOut: 0 });
        for (const { text } of sentences) expect(text).toMatch(/^[^\s.][^\n]{3,500}[.:]$/);
      }),
      RUNS,
    );
  });

  it("holds nothing that somebody wrote in its own words, and masked nothing at all", () => {
    fc.assert(
      fc.property(
        anyEvents,
        fc.constantFrom("masked" as const, "all-masked" as const),
        (stored, level) => {
          for (const { text } of tell(stored).told) expect(text).not.toContain(CANARY);
          const told = tell(stored, level).told.map(({ written, ...rest }) =>
            // What the person was asked is open to whoever reviews.
            level === "masked" && rest.topic === "allowed" ? rest : { ...rest, written },
          );
          expect(JSON.stringify(told)).not.toContain(CANARY);
        },
      ),
      RUNS,
    );
  });

  it("has the same sentences for every reader, but for what is withheld", () => {
    fc.assert(
      fc.property(anyEvents, (stored) => {
        const lines = (level: PayloadLevel) =>
          tell(stored, level).told.map(({ topic, cites }) => ({ topic, cites }));
        expect(lines("all-masked")).toEqual(lines("full"));
      }),
      RUNS,
    );
  });

  it("needs none of the types that are not read for it", () => {
    const untold: ReadonlySet<string> = new Set(UNTOLD_TYPES);
    const types = LogEventBody.options.map((option) => option.shape.type.value);
    expect(types.filter((type) => untold.has(type))).toHaveLength(UNTOLD_TYPES.length);
    fc.assert(
      fc.property(anyEvents, (stored) => {
        // What is erased or cannot be read is told of any type.
        const whole = stored.filter(({ type, payload }) => payload !== null || !untold.has(type));
        const read = whole.filter(({ type }) => !untold.has(type));
        expect(tell(read).told).toEqual(tell(whole).told);
      }),
      RUNS,
    );
  });
});
