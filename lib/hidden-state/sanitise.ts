/** Removes secrets and masked personal data from a value before it is stored (ADR-003, "Never store secrets in state"). */
import {
  canonicalNumber,
  type ExactNumber,
  isExactNumber,
  keepNumber,
} from "../contracts/json/exact-numbers.ts";
import type { ChatMessage, Exchange } from "./chat-message.ts";
import {
  JSON_IN_TEXT_MAX,
  NAMED_VALUE_MAX_CHARS,
  REDACTION_PASSES_MAX,
  SECRET_KEY_MIN_CHARS,
  SECRET_TEXT_MIN_CHARS,
  VALUE_DEPTH_MAX,
} from "./limits.ts";
import { foldText } from "./redaction/fold-text.ts";
import { isMandate, isMandateField } from "./redaction/raw-mandates.ts";
import { isCode, isCodeName } from "./redaction/redact-codes.ts";
import {
  type PersonalDataMasks,
  personalDataMasks,
  redactPersonalData,
} from "./redaction/redact-personal-data.ts";
import { isSecretName } from "./redaction/redact-shapes.ts";
import { mentionsSecretNames, redactText } from "./redaction/redact-text.ts";
import { isRedactionMarker, redactionMarker } from "./redaction/redaction-marker.ts";

/** `value` has the structure of the input; where nothing was found it is the same object. */
export type Sanitised<Value> = { value: Value; redactions: number };

type Walk = {
  redactions: number;
  masks: PersonalDataMasks;
  /** Nesting of JSON inside texts. */
  jsonDepth: number;
  /** Objects already cleaned, outside and below a secret's name. */
  done: Map<object, unknown>;
  doneInSecret: Map<object, unknown>;
};

function startWalk(masks: PersonalDataMasks, jsonDepth: number): Walk {
  return { redactions: 0, masks, jsonDepth, done: new Map(), doneInSecret: new Map() };
}

function parseJson(text: string, revive?: typeof keepNumber): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Redacts JSON inside a text by field name, as if it were not quoted. */
function cleanJsonText(text: string, walk: Walk): string {
  const first = /^\s*(.)/s.exec(text.slice(0, 64))?.[1];
  if (walk.jsonDepth >= JSON_IN_TEXT_MAX || (first !== "{" && first !== "[" && first !== '"')) {
    return text;
  }
  const parsed = parseJson(text);
  if (parsed === undefined) return text;
  const inner = startWalk(walk.masks, walk.jsonDepth + 1);
  cleanValue(parsed, NOT_NAMED, 0, inner);
  if (inner.redactions === 0) return text;
  walk.redactions += inner.redactions;
  // The exact parser fails on deep nesting; then the plain result is used.
  const exact = parseJson(text, keepNumber) ?? parsed;
  const cleaned = cleanValue(exact, NOT_NAMED, 0, startWalk(walk.masks, inner.jsonDepth));
  const indent = /^\s*[{[]\r?\n( +|\t+)/.exec(text)?.[1];
  return JSON.stringify(cleaned, null, indent);
}

function cleanString(original: string, walk: Walk, shortestChars: number): string {
  let text = makeStorable(original);
  if (text.length < shortestChars) return text;
  for (let pass = 0; pass < REDACTION_PASSES_MAX; pass++) {
    const before = text;
    const byName = mentionsSecretNames(text);
    // An escape may hide a letter of a name, or the start of a number.
    const hasEscapes = text.includes("\\");
    if (byName || hasEscapes) text = cleanJsonText(text, walk);
    let found = redactText(text, byName, walk.masks);
    // In place of a number, JSON needs a text in quotes.
    if (found.redactions > 0 && !byName && !hasEscapes) {
      text = cleanJsonText(text, walk);
      found = redactText(text, byName, walk.masks);
    }
    walk.redactions += found.redactions;
    text = found.text;
    if (text === before) break;
  }
  return text;
}

/** PostgreSQL stores neither U+0000 nor lone surrogates: U+FFFD replaces them. */
function makeStorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\uFFFD") : wellFormed;
}

/** The field that a value stands in: its name, and whether the name, or one around it, says that it is a secret. */
type Field = {
  /** With the name of the field around it. */
  name: string;
  own: string;
  inSecret: boolean;
};
const NOT_NAMED: Field = { name: "", own: "", inSecret: false };
/** A field of a card beside others of it. */
const OF_CARD =
  /^(?:cvv2?|cvc2?|exp(?:iry|iration)?(?:[_-]?(?:month|year|date))?|card[_-]?holder(?:[_-]?name)?)$/i;

const DIGIT = /\p{Nd}/u;
/** Four digits together, or as many as a card has. */
const LONG_NUMBER = /\d{4}|\d(?:\D?\d){11}/;

function cleanLeaf(value: unknown, field: Field, walk: Walk): unknown {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (typeof value === "string") {
    if (!field.inSecret || value === "" || isRedactionMarker(value)) {
      return cleanNamed(cleanString(value, walk, SECRET_TEXT_MIN_CHARS), field, walk);
    }
  } else if (!field.inSecret || !isNumber) {
    return isNumber ? cleanNamed(value, field, walk) : value;
  }
  walk.redactions++;
  return redactionMarker("field");
}

/** A number in a field is read together with the names of the field and of the one around it: `{"ssn": 123456789}`. */
function cleanNamed<Value extends string | number | bigint>(
  value: Value,
  { name, own }: Field,
  walk: Walk,
  isText = typeof value === "string",
): Value | string {
  const text = String(value);
  if (name === "" || text.length > NAMED_VALUE_MAX_CHARS || !DIGIT.test(text)) return value;
  if (isCodeName(own) && isCode(text)) {
    walk.redactions++;
    return redactionMarker("field");
  }
  if (!LONG_NUMBER.test(foldText(text).text)) return value;
  const start = isText ? `${name}: "` : `${name}: `;
  const found = redactPersonalData(start + text + (isText ? '"' : ""), walk.masks);
  if (found.redactions === 0 || !found.text.startsWith(start)) return value;
  walk.redactions += found.redactions;
  return found.text.slice(start.length, isText ? -1 : undefined);
}

/** As any other number: long ones may be of a card. */
function cleanExactNumber(value: ExactNumber, field: Field, walk: Walk): unknown {
  if (field.inSecret) return cleanLeaf(0, field, walk);
  const digits = digitsOf(value);
  const cleaned = cleanNamed(digits, field, walk, false);
  return cleaned === digits ? value : cleaned;
}

/** However the number is written: `4.111111111111111e15` may be of a card, too. */
function digitsOf({ rawJSON }: ExactNumber): string {
  try {
    return canonicalNumber(rawJSON);
  } catch {
    return rawJSON;
  }
}

function cleanEntries(value: object, field: Field, depth: number, walk: Walk): object {
  let changed = false;
  const around = Object.keys(value).some((key) => OF_CARD.test(key)) ? "card" : field.own;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = cleanString(key, walk, SECRET_KEY_MIN_CHARS);
    if (isMandateField(key, item)) {
      walk.redactions++;
      changed = true;
      return [name, redactionMarker("mandate")];
    }
    const inner = {
      name: around === "" ? key : `${around} ${key}`,
      own: key,
      inSecret: field.inSecret || isSecretName(key),
    };
    const kept = cleanValue(item, inner, depth + 1, walk);
    if (name !== key || !Object.is(kept, item)) changed = true;
    return [name, kept];
  });
  return changed ? Object.fromEntries(entries) : value;
}

function cleanContainer(value: object, field: Field, depth: number, walk: Walk): unknown {
  if (isMandate(value)) {
    walk.redactions++;
    return redactionMarker("mandate");
  }
  if (ArrayBuffer.isView(value)) return field.inSecret ? cleanLeaf(0, field, walk) : value;
  if (isExactNumber(value)) return cleanExactNumber(value, field, walk);
  if (!Array.isArray(value)) return cleanEntries(value, field, depth, walk);
  let changed = false;
  const items = value.map((item) => {
    const kept = cleanValue(item, field, depth + 1, walk);
    if (!Object.is(kept, item)) changed = true;
    return kept;
  });
  return changed ? items : value;
}

function cleanValue(value: unknown, field: Field, depth: number, walk: Walk): unknown {
  if (typeof value !== "object" || value === null) return cleanLeaf(value, field, walk);
  if (depth > VALUE_DEPTH_MAX) {
    walk.redactions++;
    return redactionMarker("depth");
  }
  // A shared object is cleaned once. A cycle is cut where it closes.
  const done = field.inSecret ? walk.doneInSecret : walk.done;
  if (done.has(value)) return done.get(value);
  done.set(value, redactionMarker("cycle"));
  let cleaned: unknown;
  try {
    cleaned = cleanContainer(value, field, depth, walk);
  } catch {
    walk.redactions++;
    cleaned = redactionMarker("unreadable");
  }
  done.set(value, cleaned);
  return cleaned;
}

/**
 * Replaces secrets, and personal data of the masked classes, with `[redacted:kind]`: by field name (any case, any separators), and by shape, in
 * nested objects, arrays, keys, JSON inside strings, and plain text. Idempotent, linear, never throws.
 * Booleans and null stay; below a secret's name every text and number is replaced. Texts can be stored afterwards
 * (no U+0000, no lone surrogates).
 */
export function sanitise<Value>(value: Value, masks = personalDataMasks()): Sanitised<Value> {
  const walk = startWalk(masks, 0);
  try {
    const cleaned = cleanValue(value, NOT_NAMED, 0, walk);
    return { value: cleaned as Value, redactions: walk.redactions };
  } catch {
    // What cannot be searched is not let through.
    return { value: redactionMarker("unreadable") as Value, redactions: walk.redactions + 1 };
  }
}

/** Sanitises every text of an exchange: messages, call arguments (JSON or not) and results. Ids and opaque parts stay. */
export function sanitiseExchange(exchange: Exchange): { exchange: Exchange; redactions: number } {
  let redactions = 0;
  const clean = <Text extends string | null>(text: Text): Text => {
    const found = sanitise(text);
    redactions += found.redactions;
    return found.value;
  };
  const messages = exchange.messages.map((entry): ChatMessage => {
    if (entry.role === "user") {
      const { task, typed } = entry;
      const beside = {
        ...(task !== undefined && { task: clean(task) }),
        ...(typed !== undefined && { typed: clean(typed) }),
      };
      const content = clean(entry.content);
      const isSame = content === entry.content && beside.task === task && beside.typed === typed;
      return isSame ? entry : { ...entry, content, ...beside };
    }
    const content = clean(entry.content);
    if (entry.role !== "assistant" || !entry.tool_calls) {
      return content === entry.content ? entry : ({ ...entry, content } as ChatMessage);
    }
    const calls = entry.tool_calls.map((call) => ({
      ...call,
      function: { ...call.function, arguments: clean(call.function.arguments) },
    }));
    return { ...entry, content, tool_calls: calls };
  });
  return { exchange: { runId: exchange.runId, messages }, redactions };
}
