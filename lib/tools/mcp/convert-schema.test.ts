import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cpuGrowth } from "../../../scripts/testing/cpu-time.ts";
import { convertSchema } from "./to-tool.ts";

/** @returns the schema, and the form that the model reads */
function convert(inputSchema: unknown) {
  const converted = convertSchema(inputSchema);
  if (!converted.ok) throw new Error(converted.why);
  const accepts = (value: unknown) => converted.schema.safeParse(value).success;
  return { accepts, told: z.toJSONSchema(converted.schema, { io: "input" }) };
}
const object = (properties: object, rest = {}) => ({ type: "object", properties, ...rest });

describe("convertSchema", () => {
  it("checks what it can and tells the model all of it", () => {
    const { accepts, told } = convert(
      object(
        {
          city: { type: "string", description: "Where", minLength: 2 },
          unit: { enum: ["c", "f"] },
          days: { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 3 },
          note: { type: ["string", "null"] },
        },
        { required: ["city"], additionalProperties: false },
      ),
    );
    expect(accepts({ city: "Paris", unit: "c", days: [1, 2], note: null })).toBe(true);
    for (const wrong of [
      {},
      { city: "P" },
      { city: "Paris", unit: "k" },
      { city: "Paris", days: [0] },
      { city: "Paris", x: 1 },
      [],
    ])
      expect(accepts(wrong)).toBe(false);
    expect(told).toMatchObject({
      properties: { city: { type: "string", description: "Where", minLength: 2 } },
      required: ["city"],
      additionalProperties: false,
    });
  });

  it("leaves expressions and formats to the server, and tells them in words", () => {
    const { accepts, told } = convert(
      object({ a: { type: "string", pattern: "^(a+)+$", format: "uri", description: "An a" } }),
    );
    const check = (chars: number) => expect(accepts({ a: `${"a".repeat(chars)}!` })).toBe(true);
    expect(cpuGrowth(check, [2_000, 64_000])).toBeLessThan(32 * 8);
    expect(told).toMatchObject({
      properties: { a: { description: "An a (pattern: ^(a+)+$) (format: uri)" } },
    });
  });

  it.each([
    ["conditions", { if: { properties: { a: { const: 1 } } }, else: { required: ["b"] } }],
    ["negation", { not: { required: ["a"] } }],
    ["dependencies", { dependentRequired: { a: ["b"] } }],
    ["unevaluated properties", { unevaluatedProperties: false }],
    ["a broken expression", { patternProperties: { "(": {} } }],
    ["a reference to elsewhere", { properties: { a: { $ref: "https://evil.example/a.json" } } }],
  ])("leaves %s to the server", (_, rest) => {
    expect(convert({ type: "object", ...rest }).accepts({ a: 2 })).toBe(true);
  });

  it("follows references within, also into itself", () => {
    const { accepts } = convert(
      object(
        { child: { $ref: "#" }, name: { $ref: "#/$defs/Name" } },
        { $defs: { Name: { type: "string" } } },
      ),
    );
    expect(accepts({ child: { child: { name: "deep" } } })).toBe(true);
    expect(accepts({ child: { child: { name: 3 } } })).toBe(false);
    const old = convert(
      object({ q: { $ref: "#/definitions/Q" } }, { definitions: { Q: { type: "number" } } }),
    );
    expect(old.accepts({ q: "text" })).toBe(false);
  });

  it("reads parts that do not say that they are objects", () => {
    const { accepts } = convert({
      type: "object",
      allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }],
    });
    expect(accepts({ a: "x" })).toBe(true);
    expect(accepts({})).toBe(false);
  });

  it("refuses what stands for millions of schemas, before it has made them", () => {
    const convertBomb = (depth: number) => {
      const levels = Array.from({ length: depth }, (_, level) => {
        const next = { $ref: `#/$defs/L${level + 1}` };
        return [`L${level}`, object({ x: next, y: next })];
      });
      const $defs = { ...Object.fromEntries(levels), [`L${depth}`]: { type: "string" } };
      const bomb = object({ a: { $ref: "#/$defs/L0" } }, { $defs });
      expect(convertSchema(bomb)).toMatchObject({ ok: false });
    };
    // A million schemas, and a billion.
    expect(cpuGrowth(convertBomb, [20, 30])).toBeLessThan(10);
  });

  it.each([
    ["nothing", null],
    ["a text", "object"],
    ["true", true],
    ["another type", { type: "string" }],
    ["a list of types", { type: ["object", "null"] }],
    ["too many characters", object({ a: { description: "x".repeat(30_000) } })],
    [
      "too many levels",
      JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(60)}{}${"}}".repeat(60)}`),
    ],
    ["a reference into nowhere", object({ a: { $ref: "#/$defs/nowhere" } })],
    ["a reference to itself", { type: "object", $ref: "#" }],
  ])("refuses %s as arguments", (_, inputSchema) => {
    expect(convertSchema(inputSchema)).toMatchObject({ ok: false });
  });

  it("lets no key reach the prototype", () => {
    const own = `{"__proto__":{"type":"object","properties":{"polluted":{"type":"string"}}}}`;
    const { accepts } = convert(JSON.parse(`{"type":"object","properties":${own},"$defs":${own}}`));
    expect(accepts(JSON.parse(`{"__proto__":{"polluted":"yes"}}`))).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ["at its root", { anyOf: [{ $ref: "#" }] }],
    [
      "by way of definitions",
      {
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{ $ref: "#/$defs/a" }] } },
      },
    ],
    [
      "below a property",
      { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { $ref: "#/$defs/a" } } },
    ],
  ])("refuses a schema that leads back to itself %s", (_where, given) => {
    const converted = convertSchema({ type: "object", ...given });
    expect(converted).toEqual({ ok: false, why: "its schema refers to itself without end" });
  });

  it("takes one that leads back to itself by way of a value", () => {
    const tree = { type: "object", properties: { child: { $ref: "#" } } };
    const converted = convertSchema(tree);
    expect(converted.ok && converted.schema.safeParse({ child: { child: {} } }).success).toBe(true);
  });

  it("never throws, whatever it is given", () => {
    const keywords = [
      "type",
      "properties",
      "items",
      "anyOf",
      "$ref",
      "required",
      "enum",
      "const",
      "default",
      "$defs",
    ];
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom("object", "string", "#", "#/$defs/a"),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(
        fc.constantFrom(...keywords),
        fc.oneof(
          { maxDepth: 3, depthIdentifier: "schema" },
          value,
          tie("schema"),
          fc.array(tie("schema"), { maxLength: 2 }),
          fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"), { maxKeys: 2 }),
        ),
        { maxKeys: 5 },
      ),
    }));
    fc.assert(
      fc.property(schema, (given) => {
        const converted = convertSchema({ ...(given as object), type: "object" });
        if (converted.ok) expect(typeof converted.schema.safeParse({}).success).toBe("boolean");
        else expect(converted.why).toMatch(/^its /);
      }),
      { numRuns: 300 },
    );
  });
});
