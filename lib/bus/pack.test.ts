import fc from "fast-check";
import { expect, it } from "vitest";
import { MESSAGE_MAX_BYTES, NOTIFICATION_MAX_BYTES } from "./limits.ts";
import { packMessages, unpackMessages } from "./postgres-bus.ts";

const message = fc.string({ unit: "binary", maxLength: 300 });
const messages = fc.array(fc.tuple(fc.string({ maxLength: 40 }), message), { maxLength: 200 });

it("keeps every message, in order, in payloads that PostgreSQL takes", () => {
  fc.assert(
    fc.property(messages, (given) => {
      const payloads = packMessages("me", given);
      for (const payload of payloads)
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(NOTIFICATION_MAX_BYTES);
      expect(payloads.flatMap((payload) => unpackMessages(payload, "you"))).toEqual(given);
    }),
  );
});

it("has room for the largest message, however it is escaped", () => {
  const worst = JSON.stringify("\u0001".repeat(MESSAGE_MAX_BYTES / 6 - 10));
  const [payload = "", ...more] = packMessages("x".repeat(36), [["run:".padEnd(40, "x"), worst]]);
  expect(more).toEqual([]);
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(NOTIFICATION_MAX_BYTES);
});

it("hears neither itself nor anything else", () => {
  const [payload = ""] = packMessages("me", [["topic", "message"]]);
  expect(unpackMessages(payload, "me")).toEqual([]);
  for (const odd of ["", "null", "[]", "{}", '["me"]', '[1,"a","b"]', "[[]]"])
    expect(unpackMessages(odd, "you")).toEqual([]);
});
