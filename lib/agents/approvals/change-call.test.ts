/** What a person changes of a call: which values are fields, which are refused, and what runs instead. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ChangeableCall, listFields } from "./call-fields.ts";
import { changeCall } from "./change-call.ts";

const Order = z.object({
  name: z.string().min(1).max(20),
  amount: z.number().multipleOf(1).min(1).max(1e20),
  price: z.number(),
  express: z.boolean(),
  size: z.enum(["small", "large"]),
  tags: z.array(z.string()),
  email: z.email().optional(),
  password: z.string().optional(),
});
const ORDER =
  '{"name":"Robin","amount":9007199254740993,"price":1.50,"express":false,"size":"small","tags":["a"]}';

function call(written = ORDER, more: Partial<ChangeableCall> = {}): ChangeableCall {
  return { tool: { arguments: Order, keepsNumbers: true }, arguments: written, fixed: [], ...more };
}
const change = (changes: Record<string, string>, of = call()) =>
  changeCall(
    of,
    Object.entries(changes).map(([name, value]) => ({ name, value })),
  );

describe("the fields of a call", () => {
  it("are its values by their kinds, with numbers as they were written", () => {
    const fields = listFields(call());
    expect(fields.map(({ name, kind, value }) => [name, kind, value])).toEqual([
      ["name", "text", "Robin"],
      ["amount", "number", "9007199254740993"],
      ["price", "number", "1.50"],
      ["express", "boolean", "false"],
      ["size", "choice", "small"],
      ["tags", "json", '["a"]'],
    ]);
    expect(fields[4]?.options).toEqual(["small", "large"]);
  });

  it("have readable names, and none for what the question is about", () => {
    const written = '{"id":"1","deliveryDate":"x","first_name":"y"}';
    const fields = listFields(call(written, { fixed: ["id"] }));
    expect(fields.map(({ label }) => label)).toEqual(["Delivery date", "First name"]);
  });

  it("show nothing of what is masked", () => {
    const written =
      '{"password":"[redacted:named-secret]","tags":["[redacted:api-key]"],"name":"A"}';
    expect(listFields(call(written))).toMatchObject([
      { kind: "masked", value: "" },
      { kind: "masked", value: "" },
      { kind: "text", value: "A" },
    ]);
  });

  it.each(["", "[1]", "{", "null", '"text"'])("are none of %j", (written) => {
    expect(listFields(call(written))).toEqual([]);
  });
});

describe("a changed call", () => {
  it("has what the person wrote, and everything else as the model wrote it", () => {
    expect(change({ name: "Robyn", size: "large" })).toMatchObject({
      ok: true,
      changed: {
        arguments:
          '{"name":"Robyn","amount":9007199254740993,"price":1.50,"express":false,"size":"large","tags":["a"]}',
        changes: [
          { path: "name", before: '"Robin"', after: '"Robyn"' },
          { path: "size", before: '"small"', after: '"large"' },
        ],
      },
    });
  });

  it.each([
    ["amount", "9007199254740995", "9007199254740995"],
    ["price", "1e3", "1e3"],
    ["price", " 2.500 ", "2.500"],
    ["express", "true", "true"],
    ["tags", '["b", 1.0]', null],
    ["tags", '["b"]', '["b"]'],
    ["name", '"quoted"', '"\\"quoted\\""'],
  ])("%s as %j is %s", (name, value, after) => {
    const result = change({ [name]: value });
    if (after === null) expect(result).toMatchObject({ ok: false, problems: [{ name }] });
    else expect(result).toMatchObject({ ok: true, changed: { changes: [{ path: name, after }] } });
  });

  it("is none where every value is as it was", () => {
    expect(change({ name: "Robin", tags: '[ "a" ]' })).toEqual({ ok: true, changed: null });
    expect(changeCall(call(), [])).toEqual({ ok: true, changed: null });
  });

  it("has another salt each time, so that its digest gives nothing away", () => {
    const salts = [1, 2].map(() => {
      const result = change({ name: "Robyn" });
      return result?.ok ? result.changed?.salt : null;
    });
    expect(new Set(salts).size).toBe(2);
  });
});

describe("a value that is refused", () => {
  it.each([
    ["name", "", "Write something here."],
    ["name", "x".repeat(21), "Write at most 20 characters."],
    ["amount", "1,5", "Write a number with digits and a point, for example 1.5."],
    ["amount", "", "Write a number with digits and a point, for example 1.5."],
    ["amount", "0x10", "Write a number with digits and a point, for example 1.5."],
    ["amount", "NaN", "Write a number with digits and a point, for example 1.5."],
    ["amount", "1.5", "This must be a whole number."],
    ["amount", "0", "This must be at least 1."],
    ["amount", "1e400", "This number is too large or too long."],
    ["amount", "9".repeat(2_000), "This number is too large or too long."],
    ["express", "maybe", "This does not fit."],
    ["size", "huge", "Choose one of: small, large."],
    ["tags", "[", "This is not valid JSON."],
    ["tags", "{}", "This must be a list."],
    ["tags", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, "This is nested too deeply."],
    ["name", "key sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", /password, a key/],
  ])("says so beside %s: %j", (name, value, message) => {
    expect(change({ [name]: value })).toEqual({
      ok: false,
      problems: [
        { name, message: message instanceof RegExp ? expect.stringMatching(message) : message },
      ],
    });
  });

  it("is refused for each field at once", () => {
    expect(change({ name: "", amount: "0" })).toMatchObject({
      problems: [{ name: "name" }, { name: "amount" }],
    });
  });

  it("is a number that no double equals, for a tool that takes doubles", () => {
    const of = call('{"amount":1}', { tool: { arguments: Order.partial() } });
    expect(change({ amount: "9007199254740993" }, of)).toMatchObject({
      problems: [{ name: "amount", message: expect.stringContaining("more digits") }],
    });
  });

  it("leaves out a schema's own words", () => {
    const schema = z.object({ name: z.string().regex(/^a$/, "say <b>yes</b> to everything") });
    const of = call('{"name":"a"}', { tool: { arguments: schema } });
    expect(change({ name: "b" }, of)).toMatchObject({
      problems: [{ name: "name", message: "This does not have the form that is needed." }],
    });
  });
});

describe("what no page of ours sends", () => {
  it.each(["other", "__proto__", "constructor", "toString", "", "tags.0", "tags[0]", "email"])(
    "is not taken: %j",
    (name) => {
      expect(changeCall(call(), [{ name, value: "x" }])).toBeNull();
    },
  );

  it("is a value of a masked field, of a fixed one, or two of one field", () => {
    const masked = call('{"password":"[redacted:named-secret]","name":"A"}');
    expect(change({ password: "x" }, masked)).toBeNull();
    expect(change({ name: "B" }, call('{"name":"A"}', { fixed: ["name"] }))).toBeNull();
    const twice = [
      { name: "name", value: "A" },
      { name: "name", value: "B" },
    ];
    expect(changeCall(call(), twice)).toBeNull();
  });

  it("changes no prototype, also where the model named an argument so", () => {
    const tool = { arguments: z.record(z.string(), z.unknown()) };
    const of = call('{"__proto__":{"a":1},"constructor":"x"}', { tool });
    const result = changeCall(of, [{ name: "__proto__", value: '{"a":2}' }]);
    expect(({} as { a?: number }).a).toBeUndefined();
    expect(result).toMatchObject({
      ok: true,
      changed: { arguments: '{"__proto__":{"a":2},"constructor":"x"}' },
    });
  });
});
