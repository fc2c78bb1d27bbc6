/** Puts a canary into every field of every event of the log: only the listed fields pass the projection. */
import { describe, expect, it } from "vitest";
import { sampleOf } from "../../inspector/testing/sample-of.ts";
import { LogEventBody } from "../run/log-event.ts";
import { PUBLIC_EVENT_TYPES, PUBLIC_EVENTS, PublicEvent } from "./public-event.ts";
import { toPublicEvent } from "./to-public-event.ts";

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_EVENT_TYPES);
const TYPES = LogEventBody.options.map((option) => option.shape.type.value);

/** The texts that a person reads as written: the answer itself, and the names of its sources. */
const READ = PUBLIC_EVENTS.flatMap(({ type, saidFields }) =>
  saidFields.map((path) => `CANARY-${type}-${path.replaceAll(".", "-")}`),
);

function project(type: string): { event: PublicEvent | null; canaries: string[] } {
  const schema = LogEventBody.options.find((option) => option.shape.type.value === type);
  if (!schema) throw new Error(`no schema for ${type}`);
  const canaries: string[] = [];
  const body = sampleOf(schema, (path) => {
    canaries.push(`CANARY-${type}-${path.join("-")}`);
    return canaries.at(-1) ?? null;
  });
  return { event: toPublicEvent({ publicSeq: 3, body: LogEventBody.parse(body) }), canaries };
}

describe("the public projection", () => {
  it("is walked with canaries in most types, and makes every kind of public event", () => {
    expect(TYPES.filter((type) => project(type).canaries.length > 0).length).toBeGreaterThan(20);
    const made = new Set(TYPES.map((type) => project(type).event?.type));
    const kinds = PublicEvent.def.options.map(({ def }) => def.shape.type.def.values[0]);
    expect([...made].filter((kind) => kind !== undefined).toSorted()).toEqual(kinds.toSorted());
  });

  it.each(TYPES)("%s: lets out nothing that is not on the list", (type) => {
    const { event, canaries } = project(type);
    expect(event !== null).toBe(PUBLIC.has(type));
    if (event) expect(PublicEvent.parse(event)).toEqual(event);
    const text = JSON.stringify(event);
    expect(canaries.filter((canary) => text.includes(canary) && !READ.includes(canary))).toEqual(
      [],
    );
  });
});
