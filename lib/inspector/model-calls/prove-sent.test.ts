import { expect, it } from "vitest";
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { digestPrompt } from "../../llm/adapt/digest-prompt.ts";
import { proveSent, rebuildSegment, sentMessages } from "./rebuild-segment.ts";

const MESSAGES = [
  { role: "system" as const, content: "Be kind." },
  { role: "user" as const, content: "hello" },
];
const SEGMENTS = MESSAGES.map((_, index) => ({
  kind: index === 0 ? ("system-prompt" as const) : ("current-input" as const),
  agentId: "general",
  source: "test",
  runId: null,
  sha256: "",
  bytes: 0,
}));
const REBUILT = MESSAGES.map((message) => ({ ok: true as const, content: [message], hops: [] }));
const adaptations = ["system-as-person" as const];
const sent = { connection: "c", adaptations, sha256: digestPrompt(MESSAGES, [], adaptations) };

it("proves what was sent, and finds another prompt, other adaptations and a gap", () => {
  expect(proveSent(sent, SEGMENTS, REBUILT)?.proof).toBe("exact");
  expect(proveSent(sent, SEGMENTS, REBUILT.toReversed())?.proof).toBe("differs");
  expect(proveSent({ ...sent, adaptations: [] }, SEGMENTS, REBUILT)?.proof).toBe("differs");
  const gap = { ok: false as const, why: "state-gone" as const };
  expect(proveSent(sent, SEGMENTS, [gap, ...REBUILT.slice(1)])?.proof).toBe("not-rebuilt");
  expect(proveSent(undefined, SEGMENTS, REBUILT)).toBeNull();
});

it("rebuilds what a service reports with each number as it was written", () => {
  const text = `[{"maximum":[${twoHundredNumbers().join(",")}]}]`;
  const sha256 = sha256Hex(text);
  const entry = { ...SEGMENTS[0], kind: "tool-schemas", sha256, bytes: text.length } as never;
  const material = {
    hops: new Map([["h1", { kind: "service" }]]),
    service: { calls: [], segments: { [sha256]: text } },
    stored: { events: [] },
  } as never;
  const rebuilt = rebuildSegment(entry, { hopRef: "h1" } as never, material, {} as never);
  expect(rebuilt.ok && JSON.stringify(rebuilt.content)).toBe(text);
});

it("shows the messages as they were sent, beside the arguments that the model had written", () => {
  const written = '{"code": "print(1';
  const called = {
    role: "assistant" as const,
    content: "",
    tool_calls: [
      { id: "c1", type: "function" as const, function: { name: "python", arguments: written } },
    ],
  };
  const repairs = ["arguments-repaired" as const];
  const messages = [...MESSAGES, called];
  const segments = [...SEGMENTS, { ...SEGMENTS[1], kind: "run-scratchpad" as const } as never];
  const rebuilt = [...REBUILT, { ok: true as const, content: [called], hops: [] }];
  const repairedSent = {
    ...sent,
    adaptations: repairs,
    sha256: digestPrompt(messages, [], repairs),
  };
  const proved = proveSent(repairedSent, segments, rebuilt);
  const repaired = JSON.stringify({ text: written });
  expect(proved).toMatchObject({
    proof: "exact",
    repaired: [{ toolCallId: "c1", written, sent: repaired }],
  });
  const text = sentMessages(proved, { level: "full", key: "k" })?.value;
  expect(JSON.parse(String(text)).at(-1).tool_calls[0].function.arguments).toBe(repaired);
  expect(sentMessages(proved, { level: "masked", key: "k" })).toMatchObject({
    value: null,
    withheld: "masked",
  });

  // What went as it stands in the segments is shown once, and what is not proved is not shown as sent.
  const plain = { ...sent, adaptations: [], sha256: digestPrompt(MESSAGES, [], []) };
  expect(proveSent(plain, SEGMENTS, REBUILT)).toMatchObject({ proof: "exact", changed: null });
  expect(proveSent(sent, SEGMENTS, REBUILT.toReversed())).toMatchObject({ changed: null });
});
