import { describe, expect, it } from "vitest";
import { rememberedBySchema } from "./sanitise-schema.ts";

const remember = (properties: object, value: object) =>
  rememberedBySchema({ type: "object", properties })?.parse(value);

describe("what is remembered of an MCP server's tool", () => {
  it("is numbers, booleans, enums, ids, dates and times, and no free text", () => {
    const id = "3f0e2f5e-6f0a-4c62-9d5c-1f7e5f1c2a3b";
    const value = {
      count: 3,
      isOpen: true,
      unit: "celsius",
      id,
      day: "2024-05-01",
      at: "2024-05-01T10:00:00+02:00",
      message: "a whole sentence",
      email: "ada@people.example",
      anything: { more: "words" },
    };
    const string = { type: "string" };
    const remembered = remember(
      {
        count: { type: ["integer", "null"] },
        isOpen: { type: "boolean" },
        unit: { enum: ["celsius", "kelvin"] },
        id: { ...string, format: "uuid" },
        day: { ...string, format: "date" },
        at: { ...string, format: "date-time" },
        message: string,
        email: { ...string, format: "email" },
        anything: {},
      },
      value,
    );
    const { message: _, email: __, anything: ___, ...typed } = value;
    expect(remembered).toEqual(typed);
  });

  it("leaves out a value that is not of its declared type", () => {
    const properties = {
      count: { type: "number" },
      unit: { const: "celsius" },
      id: { type: "string", format: "uuid" },
      pages: { type: "array", items: { type: "integer" } },
    };
    const words = { count: "three words more", unit: "a sentence", id: "words", pages: [1, "two"] };
    expect(remember(properties, words)).toEqual({ pages: [1] });
  });

  it("goes into objects and lists, and stops where a schema is open", () => {
    const properties = {
      rows: {
        type: "array",
        items: { type: "object", properties: { n: { type: "number" }, text: { type: "string" } } },
      },
      more: { type: "object", additionalProperties: { type: "number" } },
      other: { $ref: "#/$defs/Other" },
    };
    const value = { rows: [{ n: 1, text: "words" }], more: { "a sentence": 1 }, other: 1 };
    expect(remember(properties, value)).toEqual({ rows: [{ n: 1 }] });
  });

  it.each([
    [undefined],
    [true],
    [{ type: "object" }],
    [{ type: "object", properties: { text: { type: "string" }, "a b": { type: "number" } } }],
  ])("is nothing for %j", (schema) => {
    expect(rememberedBySchema(schema)).toBeUndefined();
  });
});
