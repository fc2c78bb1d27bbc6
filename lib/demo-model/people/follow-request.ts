/**
 * Reads a message that only makes sense behind an earlier request: "no, to Paris instead", "I meant Bo Chen", "the same for
 * her colleague Cy Young". What it does not name is taken from that request, whether it was approved, declined or left.
 */
import { FOLLOW_UP_MAX_CHARS } from "../limits.ts";
import {
  type CountField,
  type NewPerson,
  type PeopleRequest,
  type PersonField,
  readNewPerson,
  readWho,
  type Who,
} from "./people-request.ts";
import type { PeopleResult } from "./people-result.ts";
import { fieldOf, readPeopleRequests } from "./read-people-requests.ts";

/** What the person decided on a call, as the page words it. */
const DECISION = /^\W*(?:approved?|declined?)\s*(?::|$)/i;
const LEAD_IN =
  /^\W*(?:(?:no|nope|nah|not? that|wait|stop|sorry|oh|hmm*|actually|rather|better|and|also|but|or|then|ok|okay|please|yes|so|well|instead)\b\W*|i (?:mean|meant|want|wanted|said)\b\W*|i(?:'d| would) (?:prefer|rather have|like)\b\W*|let(?:'|’)?s (?:take|say|make (?:it|that))\s+|(?:make|change|set|move|take|put|send|delete|remove|use) (?:it|that|this|him|her|them)\b\W*|(?:it|that|this|he|she|they) should (?:be|go|have been)\s+|(?:do )?the same (?=for|with|to)|what about\s+|how about\s+)+/i;
const TAIL =
  /[\s,;–—-]*\b(?:instead(?: of (?:to )?[^,.;]+)?|rather|please|then|too|as well|after all|and not (?:to )?[^,.;]+|(?<=[,;–—-]\s?)not (?:to |in )?[^,.;]+)$/i;
const NOT_BUT = /^not (?:to |in |for )?[^,.;]+?[,;]?\s+but\s+(?:rather\s+)?/i;
const TO = /^(?:to|into|as)\s+/i;
const FOR = /^(?:for|with)\s+(?!the\s+(?:city|department)\b)/i;
const AGAIN =
  /^(?:(?:please )?(?:do|try)(?: (?:it|that|this))?(?: now| anyway| again)?|(?:once )?again|anyway)$/i;
const FIELD =
  /^(?:the|his|her|their|its)?\s*(e-?mail(?: address)?|department|team|city|town|location|joining date|day of joining|name)\b(?:\s+(?:of|for)\s+(?:him|her|them|it))?\s*(?:should be|to be|is|to|as|into|=|:)?\s+(.+)$/i;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const BY = /\b(?:by|per|each|every)\s+(month|department|team|city)\b/i;

/** What a short message says beside its lead-in. Null where nothing in it says that it follows a request. */
function bareWords(message: string): string | null {
  const text = message.trim().replace(/[\s.!?]+$/, "");
  if (text.length > FOLLOW_UP_MAX_CHARS) return null;
  const led = text.replace(LEAD_IN, "").replace(NOT_BUT, "");
  let bare = led;
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(TAIL, "");
  }
  const isMarked = bare !== text || TO.test(bare) || AGAIN.test(bare);
  return isMarked && bare !== "" ? bare.trim() : null;
}

/** True for a text that may follow a request to a directory. */
export function mayFollowRequest(text: string): boolean {
  return bareWords(text) !== null;
}

type Known = readonly PeopleResult[];

/** The request that a message makes behind the earlier ones, oldest first; null where it follows none. */
export function followRequest(
  said: string,
  earlier: readonly string[],
  known: Known,
): PeopleRequest | null {
  const last = earlier.reduce<PeopleRequest | null>(
    (before, text) => takeUp(text, before, known),
    null,
  );
  return last && !DECISION.test(said) ? follow(said, settled(last, known), known) : null;
}

/** The requests of a message, with the person of the earlier one in the place of "her". */
export function withEarlierPerson(
  requests: readonly PeopleRequest[],
  earlier: readonly string[],
  known: Known,
): PeopleRequest[] {
  const last = earlier.reduce<PeopleRequest | null>(
    (before, text) => takeUp(text, before, known),
    null,
  );
  return requests.map((request) => withPerson(request, last && settled(last, known)));
}

function takeUp(text: string, before: PeopleRequest | null, known: Known): PeopleRequest | null {
  if (DECISION.test(text)) return before;
  const requests = readPeopleRequests(text).map((request) => withPerson(request, before));
  if (requests.length > 0) return requests.findLast(isChange) ?? requests.at(-1) ?? null;
  if (!before) return null;
  // Details of a new person may come one after the other.
  const isOpen = before.kind === "add" && Object.keys(before.person).length < 4;
  if (isOpen) return { kind: "add", person: { ...before.person, ...readNewPerson(text) } };
  return follow(text, before, known) ?? before;
}

function isChange({ kind }: PeopleRequest): boolean {
  return kind === "add" || kind === "delete" || kind === "change";
}

/** "Her" is the person whom the last change was about. */
function withPerson(request: PeopleRequest, before: PeopleRequest | null): PeopleRequest {
  if (request.kind !== "delete" && request.kind !== "change") return request;
  if (!("place" in request.who) || request.who.place !== 0) return request;
  if (before?.kind === "delete" || before?.kind === "change") {
    return { ...request, who: before.who };
  }
  const name = before?.kind === "add" ? before.person.name : undefined;
  return name ? { ...request, who: { name } } : request;
}

/** What was done is not asked for again: a person who was added is changed, one who was renamed has the new name. */
function settled(last: PeopleRequest, known: Known): PeopleRequest {
  const wasMade = (kind: "created" | "updated", name: string | undefined) =>
    known.some((result) => result.kind === kind && result.person.name === name);
  if (last.kind === "add" && last.person.name && wasMade("created", last.person.name)) {
    const { name, city = "" } = last.person;
    return { kind: "change", who: { name }, field: "city", to: city };
  }
  const isRenamed = last.kind === "change" && last.field === "name" && wasMade("updated", last.to);
  return isRenamed ? { ...last, who: { name: last.to } } : last;
}

function follow(said: string, last: PeopleRequest, known: Known): PeopleRequest | null {
  const bare = bareWords(said);
  if (bare === null) return null;
  if (AGAIN.test(bare)) return isChange(last) ? last : null;
  switch (last.kind) {
    case "delete": {
      const who = TO.test(bare) ? null : readWho(bare.replace(FOR, ""));
      return who && isNamed(who, known) ? { kind: "delete", who } : null;
    }
    case "change":
      return followChange(bare, last, known);
    case "add":
      return followAddition(bare, last.person, known);
    case "count": {
      const by = BY.exec(bare)?.[1];
      return by ? { kind: "count", by: countedOf(by) } : null;
    }
    default:
      return null;
  }
}

function countedOf(word: string): CountField {
  const field = fieldOf(word);
  return field === "department" || field === "city" ? field : "month";
}

type Change = Extract<PeopleRequest, { kind: "change" }>;

function followChange(bare: string, last: Change, known: Known): Change | null {
  const named = FIELD.exec(bare);
  if (named) {
    const field = fieldOf(named[1] ?? "");
    return field && { ...last, field, to: bareValue(named[2] ?? "") };
  }
  const value = bareValue(bare);
  if (TO.test(bare)) return { ...last, field: fieldFor(value, last.field, known), to: value };
  const who = readWho(bare.replace(FOR, ""));
  const isPerson = FOR.test(bare) || (who !== null && isListed(who, known));
  if (who && isPerson && last.field !== "name") return { ...last, who };
  return isValue(value) ? { ...last, field: fieldFor(value, last.field, known), to: value } : null;
}

function followAddition(bare: string, person: NewPerson, known: Known): PeopleRequest | null {
  const named = FIELD.exec(bare);
  const value = bareValue(named?.[2] ?? bare);
  const field = named ? fieldOf(named[1] ?? "") : fieldFor(value, "city", known);
  return field && isValue(value) ? { kind: "add", person: { ...person, [field]: value } } : null;
}

/** What a value is, where it shows: an address, a day, a department that somebody has. */
function fieldFor(value: string, otherwise: PersonField, known: Known): PersonField {
  if (EMAIL.test(value)) return "email";
  if (DAY.test(value)) return "joined";
  if (otherwise === "name") return otherwise;
  const has = (field: "city" | "department") =>
    known.some(
      (result) =>
        result.kind === "people" && result.people.some((person) => person[field] === value),
    );
  if (has("department") && !has("city")) return "department";
  return has("city") && !has("department") ? "city" : otherwise;
}

function bareValue(text: string): string {
  return text
    .replace(TO, "")
    .replace(/^(?:in|from)\s+/i, "")
    .replace(/^(?:the\s+)?(?:department|city)(?:\s+of)?\s+/i, "")
    .replace(/^the\s+/i, "")
    .replace(/\s+(?:department|team)$/i, "")
    .replace(/["“”]/g, "")
    .trim();
}

/** Values begin with a capital letter, or are an address or a day; "never mind" is none. */
function isValue(text: string): boolean {
  return /^\p{Lu}/u.test(text) || EMAIL.test(text) || DAY.test(text);
}

function isNamed(who: Who, known: Known): boolean {
  return "place" in who ? who.place !== 0 : /^\p{Lu}/u.test(who.name) || isListed(who, known);
}

/** A place in a list, or somebody whom a result has shown. */
function isListed(who: Who, known: Known): boolean {
  if ("place" in who) return who.place !== 0;
  const name = who.name.toLowerCase();
  return known.some(
    (result) =>
      result.kind === "people" &&
      result.people.some((person) => person.name.toLowerCase().includes(name)),
  );
}
