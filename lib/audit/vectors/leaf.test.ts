/** The three versions of a leaf, byte for byte: a leaf that was signed once is valid for ever. */
import { describe, expect, it } from "vitest";
import { toHex } from "../bytes.ts";
import { canonical } from "../canonical.ts";
import { hashEvent, type SealedEvent, toLeaf } from "../leaf.ts";

const EVENT: SealedEvent = {
  place: 7,
  id: "00000000-0000-4000-8000-000000000001",
  at: "2026-01-02T03:04:05.678Z",
  actorId: "ada",
  action: "payloads.opened",
  target: "run:1",
  outcome: "allowed",
  subjectId: "robin",
  runId: null,
  detail: { value: { reason: "a complaint" }, salt: "00000000-0000-4000-8000-000000000002" },
};
const MAC = Uint8Array.of(1, 2, 3);

const COLUMNS = `"outcome":"allowed","place":7,"runId":null,"subjectId":"robin"`;
const HEAD = `{"action":"payloads.opened","actorId":"ada","at":"2026-01-02T03:04:05.678Z","detail":"fc1bb630317e38253cc70d12037ae961482355d9372ae5793417dbdd0ee43472","id":"00000000-0000-4000-8000-000000000001",`;

const VERSIONS: [number, SealedEvent, string, string][] = [
  [
    1,
    EVENT,
    `${HEAD}${COLUMNS},"target":"run:1","version":1}`,
    "d5b6bf64e54a4852b0aa081d0252685bc5871ea7e4a040965bf4f18ec1df26e4",
  ],
  [
    2,
    { ...EVENT, mac: MAC },
    `${HEAD}"mac":"010203",${COLUMNS},"target":"run:1","version":2}`,
    "18cefebd27e9f665c7d35b2f18f3b87cb974098eba5f332f18352195f91b7a68",
  ],
  [
    3,
    { ...EVENT, mac: MAC, subjectSeq: 4 },
    `${HEAD}"mac":"010203",${COLUMNS},"subjectSeq":4,"target":"run:1","version":3}`,
    "b2e74e3ce35fc5ed87184cdde7468ad0418156e88148800765b0ba6e0bddc187",
  ],
];

describe("a leaf", () => {
  it.each(VERSIONS)("of version %i stays as it is", (_version, event, text, hash) => {
    expect(new TextDecoder().decode(canonical(toLeaf(event)))).toBe(text);
    expect(toHex(hashEvent(event))).toBe(hash);
  });
});
