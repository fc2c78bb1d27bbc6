import { describe, expect, it } from "vitest";
import {
  type FieldKind,
  type Fields,
  INSPECTED_FIELDS,
} from "../../contracts/inspector/events/inspected-fields.ts";
import { LogEventBody, type LogEventType } from "../../contracts/run/log-event.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { projectEvent } from "../run/project-event.ts";
import { accessAs } from "../testing/access-as.ts";
import { sampleOf } from "../testing/sample-of.ts";
import { toPayload } from "../to-payload.ts";

const TYPES = Object.keys(INSPECTED_FIELDS) as LogEventType[];

/** What an operator without access may not read, in any form that confirms a guess. */
const HIDDEN: ReadonlySet<FieldKind | undefined> = new Set([
  "payload",
  "digest",
  "names",
  "origin",
  "finding",
]);

/** An event of this type with a canary in every field that the table declares as hidden. */
function plant(type: LogEventType): { body: Record<string, unknown>; canaries: string[] } {
  const schema = LogEventBody.options.find((option) => option.shape.type.value === type);
  if (!schema) throw new Error(`no schema for ${type}`);
  const canaries: string[] = [];
  const body = sampleOf(schema, (path) => {
    if (!HIDDEN.has(kindAt(INSPECTED_FIELDS[type], path))) return null;
    canaries.push(`/CANARY-${type}-${path.join("-")}`);
    return canaries.at(-1) ?? null;
  });
  return { body: body as Record<string, unknown>, canaries };
}

/** The table's declaration for the value at a path; anything inside a payload is a payload. */
function kindAt(fields: Fields, [name = "", ...rest]: readonly string[]): FieldKind | undefined {
  const kind = fields[name];
  if (kind === undefined || typeof kind === "string" || rest.length === 0) return kind;
  return Array.isArray(kind) ? kindAt(kind[0], rest.slice(1)) : kindAt(kind as Fields, rest);
}

function project(type: LogEventType, payload: unknown, access: PayloadAccess) {
  const place = { seq: 1, publicSeq: null, at: new Date(0), visibility: "hidden" };
  return projectEvent({ ...place, type, payload }, access).body;
}

/** Removes the values, so that the structure is left. */
function outline(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outline);
  if (typeof value !== "object" || value === null) return typeof value;
  if ("bytes" in value && "value" in value) return "payload";
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, outline(field)]));
}

/** All payloads inside a value. */
function payloadsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  if ("bytes" in value && "value" in value) return [{ ...value }];
  return Object.values(value).flatMap(payloadsIn);
}

describe("what is masked", () => {
  it("is planted in most kinds of events, so that the tests below test something", () => {
    expect(TYPES.flatMap((type) => plant(type).canaries).length).toBeGreaterThan(15);
    expect(plant("plan.made").canaries).toEqual(
      expect.arrayContaining([
        "/CANARY-plan.made-plan-reason",
        "/CANARY-plan.made-plan-steps-0-objective",
        "/CANARY-plan.made-plan-steps-0-expectedArgsSha256",
      ]),
    );
  });

  it.each(TYPES)("%s: every hidden field reaches whoever has access, none an auditor", (type) => {
    const { body, canaries } = plant(type);
    const full = project(type, body, accessAs("full"));
    const masked = project(type, body, accessAs("masked"));
    expect(full.type).toBe(type);
    for (const canary of canaries) expect(JSON.stringify(full)).toContain(canary);
    expect(JSON.stringify(masked)).not.toContain("CANARY");
  });

  it.each(TYPES)(
    "%s: an auditor gets the same structure, coarse sizes and keyed digests",
    (type) => {
      const { body } = plant(type);
      const full = project(type, body, accessAs("full"));
      const masked = project(type, body, accessAs("masked"));
      expect(outline(masked)).toEqual(outline(full));
      const hidden = payloadsIn(masked);
      for (const [index, { value, ...payload }] of payloadsIn(full).entries()) {
        const same = hidden[index]?.withheld
          ? toPayload(value, accessAs("masked"))
          : { ...payload, value };
        expect(hidden[index]).toEqual(same);
      }
    },
  );

  it("leaves an auditor what the person saw, and the steps of a plan", () => {
    const delta = { offset: 0, text: "Hello" };
    expect(project("answer.delta", delta, accessAs("masked"))).toMatchObject({
      text: { value: "Hello" },
    });
    expect(project("plan.made", plant("plan.made").body, accessAs("masked"))).toMatchObject({
      plan: {
        source: "model",
        steps: [{ target: expect.any(String), objective: { value: null, withheld: "masked" } }],
      },
    });
  });

  it("masks what cannot be read as an event", () => {
    const body = project("hop.ended", { hopRef: "CANARY" }, accessAs("masked"));
    expect(body.type).toBe("unreadable");
    expect(JSON.stringify(body)).not.toContain("CANARY");
  });
});
