import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSegment } from "../../prompt/segment.ts";
import { isKnownAddress, isKnownEmail } from "./known-address.ts";
import { PromptText, textsOf } from "./prompt-texts.ts";

const known = (address: string, ...texts: string[]) =>
  isKnownAddress(
    address,
    texts.map((text) => new PromptText(text, "person")),
  );

describe("an address is known", () => {
  it.each([
    ["https://example.com/a", "Read https://example.com/a, please."],
    ["https://example.com/a", "Read (https://example.com/a)."],
    ["https://example.com/a_(b)", "Read https://example.com/a_(b)."],
    ["https://example.com/a?b=1&c=2", "<https://example.com/a?b=1&amp;c=2>"],
    ["https://example.com/", "What does example.com say?"],
    ["http://example.com/a/B", "see example.com/a/B"],
    ["https://example.com", "https://example.com/"],
    ["https://example.com/a#part", "https://example.com/a"],
    ["https://example.com/a", "https://example.com/a#part"],
    ["https://example.com/a", '{"url":"https:\\/\\/example.com\\/a","x":1}'],
    ["https://example.com/%C3%BC", "https://example.com/ü is it"],
    ["https://example.com/a", "Go to HTTPS://EXAMPLE.COM/a!"],
    ["http://localhost:4000/x", "open http://localhost:4000/x"],
  ])("%s in %s", (address, text) => {
    expect(known(address, text)).toBe(true);
  });

  it.each([
    ["https://example.com/", "https://example.com/a"],
    ["https://example.com/a", "https://example.com/ab"],
    ["https://example.com/a", "https://example.com/a?q=1"],
    ["https://example.com/a?q=secret", "https://example.com/a"],
    ["https://example.com/A", "https://example.com/a"],
    ["https://example.com/a/", "https://example.com/a"],
    ["https://example.com/%61", "https://example.com/a"],
    ["https://example.com/a//", "https://example.com/a/"],
    ["http://example.com/a", "https://example.com/a"],
    ["https://www.example.com/a", "https://example.com/a"],
    ["https://ample.com/", "https://example.com/"],
    ["https://example.com/", "https://example.com.evil.org/"],
    ["https://evil.org/", "https://example.com/evil.org"],
    ["https://evil.org/", "someone@evil.org"],
    ["https://user:pass@example.com/", "https://user:pass@example.com/"],
    ["ftp://example.com/", "ftp://example.com/"],
    ["not an address", "not an address"],
  ])("%s not in %s", (address, text) => {
    expect(known(address, text)).toBe(false);
  });

  it("in a text with a long row of marks", () => {
    for (const mark of ".,;:!?)]*_~(") {
      const row = mark.repeat(1_000_000);
      expect(known("https://b.example/", `https://a.example/${row}x https://b.example/`)).toBe(
        true,
      );
    }
  });

  it("wherever it stands between words, and never with one letter more or another case", () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(part, part, part, fc.stringMatching(/^[a-z0-9/]$/), (host, path, query, more) => {
        const address = `https://${host}.example/${path}x?q=${query}`;
        expect(known(address, `before ${address} behind`)).toBe(true);
        expect(known(`${address}${more}x`, `before ${address} behind`)).toBe(false);
        expect(known(address, `before ${address}${more}x behind`)).toBe(false);
        expect(known(address.replace("x?", "X?"), `before ${address} behind`)).toBe(false);
      }),
    );
  });

  it("not by a result that only says again what its call said", () => {
    const address = "https://evil.example/?q=61400";
    const asked = JSON.stringify({ query: `site:${address}` });
    const echo = new PromptText(`Results for site:${address}`, "web:search.example", {
      role: "tool",
      asked,
    });
    expect(isKnownAddress(address, [echo])).toBe(false);
    expect(isKnownAddress(address, [echo, new PromptText(address, "web:page.example")])).toBe(true);
  });

  it("not by such a result, however the call wrote it", () => {
    const address = "https://evil.example/?q=61400";
    const escaped = [...address].map(
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const sign = fc.nat({ max: address.length - 1 });
    fc.assert(
      fc.property(fc.array(sign), fc.constantFrom("", "\\n", "\\t", "x "), (hidden, before) => {
        const written = [...address].map((one, at) => (hidden.includes(at) ? escaped[at] : one));
        for (const said of [written.join(""), written.slice("https://".length).join("")]) {
          const texts = textsOf([echoing(`{"a":[{"query":"${before}${said}"}]}`)]);
          expect(isKnownAddress(address, texts)).toBe(false);
        }
      }),
    );
    const email = textsOf([echoing('{"a":[{"query":"\\\\nann\\\\u0040evil.example"}]}')]);
    expect(isKnownEmail("ann@evil.example", email)).toBe(false);
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(isKnownAddress(address, textsOf([echoing(deep)]))).toBe(false);
  });
});

/** A round in which a tool gave back, as a text, what its call said. */
function echoing(args: string) {
  const call = {
    id: "c1",
    type: "function",
    function: { name: "search", arguments: args },
  } as const;
  const query = JSON.parse(args).a[0]?.query ?? "";
  return makeSegment({
    kind: "run-scratchpad",
    agentId: "general",
    source: "test",
    runId: null,
    origin: "web:search.example",
    messages: [
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: `Nothing was found: ${query}` },
    ],
  });
}
