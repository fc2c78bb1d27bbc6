import { expect, it } from "vitest";
import { redactionWords } from "./payload-view.tsx";

const TEXT =
  "[redacted:card] [redacted:field] [redacted:card] [redacted:government-id] [redacted:jwt] [redacted:account]";

it("says how many of which class were masked", () => {
  expect(redactionWords({ bytes: 0, value: { result: TEXT } })).toBe(
    "2 card numbers, 1 account number, 1 government id, and 2 secrets masked before storing",
  );
  expect(redactionWords({ bytes: 0, value: "[redacted:email] [redacted:phone]" })).toBe(
    "1 e-mail address and 1 telephone number masked before storing",
  );
});

it("goes by the counts of the server where the value is withheld", () => {
  const payload = { bytes: 9, value: null, withheld: "masked" as const };
  expect(redactionWords({ ...payload, redacted: [["card", 3]] })).toBe(
    "3 card numbers masked before storing",
  );
});

it("says nothing of a text without a marker", () => {
  expect(redactionWords({ bytes: 0, value: "2880067194370816120 [redacted]" })).toBeNull();
  expect(redactionWords({ bytes: 0, value: null })).toBeNull();
});
