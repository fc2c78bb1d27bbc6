import { describe, expect, it } from "vitest";
import { sanitise } from "../sanitise.ts";
import { redactPersonalData } from "./redact-personal-data.ts";

const ALL = { cards: true, accounts: true, ids: true, emails: true, phones: true };
const NONE = { cards: false, accounts: false, ids: false, emails: false, phones: false };

/** Kind, text, and what must be gone. Published test numbers. */
const SAMPLES: [string, string, string][] = [
  ["card", "paid with 4111111111111111 yesterday", "4111111111111111"],
  ["card", "5555-5555-5555-4444", "5555-5555"],
  ["card", "4111 1111 1111 1111 12/27", "4111 1111"],
  ["card", "4111-1111-1111-1111-123", "4111-1111"],
  ["card", "Amex 3782 822463 10005", "822463"],
  ["card", "card\n6011111111111117\n", "6011111111111117"],
  ["card", "card = 4111111111111111", "4111111111111111"],
  ["account", "IBAN DE89 3704 0044 0532 0130 00 is the account", "3704 0044"],
  ["account", "DE89370400440532013000", "370400440532013000"],
  ["account", "gb82west12345698765432", "12345698765432"],
  ["account", "NL91 ABNA 0417 1643 00", "0417 1643"],
  ["government-id", "SSN: 123-45-6789", "123-45-6789"],
  ["government-id", 'print("ssn\\n078-05-1120")', "078-05-1120"],
  ["government-id", "social security number 123 45 6789", "123 45 6789"],
  ["government-id", "ssn,123456789", "123456789"],
  ["government-id", "ITIN 912-70-1234", "912-70-1234"],
  ["government-id", "NI number AB123456C", "AB123456C"],
  ["government-id", "AB 12 34 56 C", "AB 12 34 56 C"],
  ["government-id", "DNI 12345678Z", "12345678Z"],
  ["government-id", "RSSMRA85T10A562S", "RSSMRA85T10A562S"],
  ["government-id", "131052-308T", "131052-308T"],
  ["government-id", "811218-9876", "811218-9876"],
  ["government-id", "070761-4285", "070761-4285"],
  ["government-id", "111.444.777-35", "111.444.777-35"],
  ["government-id", "Steuer-ID: 86 095 742 719", "86 095 742 719"],
  ["government-id", "PESEL 44051401359", "44051401359"],
  ["government-id", "BSN 111222333", "111222333"],
  ["government-id", "Aadhaar 2341 2341 2346", "2341 2341 2346"],
  ["government-id", "identity card 11010519491231002X", "11010519491231002X"],
  ["email", "write to ann.lee+x@example.org.", "ann.lee+x@example.org"],
  ["email", "mail=<ann@example.org>", "ann@example.org"],
  ["email", '{"email":"ann@example.org"}', "ann@example.org"],
  ["phone", "call +44 20 7946 0958 now", "7946 0958"],
  ["phone", "+4930901820", "+4930901820"],
];

/** What looks like personal data and is none. */
const PLAIN = [
  "2880067194370816120",
  "fibonacci(90) = 2880067194370816120",
  "result: 4539578763621486",
  '{"total":4539578763621486,"list":[4111111111111111, 4539578763621486]}',
  "[4111111111111111, 4539578763621486]",
  "4111111111111111\n4539578763621486\n",
  "1 4111111111111111\n2 4539578763621486",
  "[4111 1111 1111 1111]",
  "1990 4111 1111 1111 1111",
  "1700000000000 1700000000.123456",
  "123456789",
  "000-12-3456, 666-12-3456, 900-12-3456, 123-00-4567, 123-45-0000",
  "12345678A",
  "131052-3080 811218-9870",
  "86095742719",
  "44051401359",
  "DE89370400440532013001",
  "sha256 de89370400440532013000de89370400440532013000de89370400440532",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "@property, user@localhost, a @ b",
  "1 + 4930901820",
  "+1 and +12",
];

describe("personal data", () => {
  it.each(SAMPLES)("is recognised as %s: %s", (kind, text, canary) => {
    const found = redactPersonalData(text, ALL);
    expect(found.text).toContain(`[redacted:${kind}]`);
    expect(found.text).not.toContain(canary);
    expect(redactPersonalData(found.text, ALL)).toEqual({ text: found.text, redactions: 0 });
    expect(redactPersonalData(text, NONE)).toEqual({ text, redactions: 0 });
  });

  it.each(PLAIN)("is not seen in: %s", (text) => {
    expect(redactPersonalData(text, ALL)).toEqual({ text, redactions: 0 });
  });

  it("masks cards, accounts and ids by default, and keeps addresses and telephone numbers", () => {
    const text =
      "078-05-1120; 4111 1111 1111 1111; DE89370400440532013000; a@example.org; +4930901820";
    expect(sanitise(text).value).toBe(
      "[redacted:government-id]; [redacted:card]; [redacted:account]; a@example.org; +4930901820",
    );
  });

  it("is read with the name of its field, in numbers, texts and lists", () => {
    const value = {
      ssn: 123456789,
      card: "4111111111111111",
      cards: ["4111111111111111"],
      total: 4539578763621486,
      count: 123456789,
    };
    expect(sanitise(value).value).toEqual({
      ssn: "[redacted:government-id]",
      card: "[redacted:card]",
      cards: ["[redacted:card]"],
      total: 4539578763621486,
      count: 123456789,
    });
    const text = sanitise(
      JSON.stringify({ code: 'print("\\n078-05-1120")\nprint("\n078-05-1120")' }),
    );
    expect(text.value).not.toContain("078-05");
  });

  it("finds national telephone numbers of the region that is set", () => {
    const masks = { ...NONE, phones: true, phoneRegion: "US" as const };
    expect(redactPersonalData("call (212) 555-0142 or\n2125550142", masks).text).toBe(
      "call [redacted:phone] or\n2125550142",
    );
  });
});
