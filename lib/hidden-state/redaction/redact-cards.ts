/** Redacts payment cards: numbers with an issuer's prefix and length and Luhn's check digit, in a card's groups or context. */
import validator from "validator";
import {
  CARD_NAME_AFTER_MAX_CHARS,
  NAME_OF_NUMBER_MAX_CHARS,
  OTHER_NAME_MAX_CHARS,
} from "../limits.ts";
import { type Folded, foldText } from "./fold-text.ts";
import { NUMBER_END, NUMBER_START } from "./redact-government-ids.ts";
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

const GAP = String.raw`([\s.-]{1,3})`;
/** The printed groups (ISO/IEC 7812-1), or one number. */
const CARD = new RegExp(
  String.raw`${NUMBER_START}(?:\d{4}${GAP}\d{4}${GAP}\d{4}${GAP}\d{4}(?:${GAP}\d{3})?|\d{4}${GAP}\d{6}${GAP}\d{4,5}|\d{13,19})${NUMBER_END}`,
  "g",
);
/** Thirteen digits or more, however they are grouped. */
const LOOSE = new RegExp(String.raw`${NUMBER_START}\d(?:[\s._/-]{0,3}\d){12,22}${NUMBER_END}`, "g");
/** The likeliest length first: digits of a date may follow. */
const LENGTHS = [16, 15, 14, 19, 18, 17, 13];
const HINT = /\d[\s.\d_/-]{11,}\d/;

const NAMES = `(?<!dis|post|score|flash|wild|time|punch|business[ -]|play(?:ing)?[ -]|library[ -])cards?(?!inal|i[ao]|igan|board)|visa(?![a-z])|master ?card|amex|american express|diners|(?<![a-z])discover(?![a-z])|jcb|maestro|union ?pay|(?<![a-z])pan(?![a-z])|cvv|cvc|kredit|karte|carte|cart[aã]o|carta di credito|tarjeta|kaart|(?<![a-z])kort|карт|カード|卡|카드`;
const CARD_NAMES = new RegExp(NAMES, "i");
const PAYMENT = /(?<![a-z])(?:pa(?:id|y|ying|yments?)|charged?|charging|billed|billing)(?![a-z])/i;
const CARD_AFTER = new RegExp(
  String.raw`^[^\d\n]{0,32}?(?:${NAMES}|exp(?:[_-](?:month|year|date)|iry|iration))`,
  "i",
);
/** The end of its validity. */
const DATE_AFTER =
  /^[\s,;|()-]{1,4}(?:exp\w{0,7}\W{0,3}|valid\W{0,3}(?:thru|until|to)?\W{0,3})?(?:0[1-9]|1[0-2]) ?[/-] ?(?:\d\d|20\d\d)(?!\d)/i;
/** A word right before a number that says what it is, and that it is no card. */
const OTHER =
  /(?<![a-z])(?:orders?|parts?|track(?:ing)?|parcels?|packages?|shipments?|waybill|consignment|isbn|issn|ean|gtin|upc|sku|asin|imei|iccid|imsi|serial|invoices?|tickets?|case|ref(?:erence)?|fib(?:onacci)?|factorial|timestamp|epoch|unix|time|millis|nanos|uuid|ids?|barcode|batch|lot|model|build|commit|hash|seed|checksum|total|sum|count|amount|balance|population|result|product|prime|number of \w+|version|revision|meter|article|item|catalog(?:ue)?|bestell\w*|auftrags?\w*|sendungs?\w*|rechnungs?\w*|artikel\w*|commande|facture|pedido)(?:[ _-]?(?:no|num|number|nr|nummer|id|code|key))?(?:[\s.:=#()"'|\d,-]|is |was |ist ){0,16}$/i;

/** Replaces each card with `[redacted:card]`. Linear in the text. */
export function redactCards(given: Folded): Redacted {
  if (!HINT.test(given.text)) return { text: given.original, redactions: 0 };
  const { text } = given;
  const found = redactMatches(given, CARD, (match, groups, at) => {
    const gaps = groups.filter((gap) => gap !== undefined);
    // Three digits after four groups are the end of a long number, or the code from the back of the card.
    const isWhole = isCard(match);
    const length = isWhole ? match.length : match.search(/[\s.-]{1,3}\d{3}$/);
    if (length < 0 || !isCard(match.slice(0, length))) return null;
    const between = isWhole ? gaps : gaps.slice(0, 3);
    const end = at + length;
    const isPrinted = between.length > 0 && isFormat(text, { at, end, gaps: between });
    if (isOther(text, at) || !(isPrinted || isNamed(text, at, end))) return null;
    return redactionMarker("card") + match.slice(length);
  });
  if (!CARD_NAMES.test(text) && !PAYMENT.test(text)) return found;
  const left = foldText(found.text);
  const loose = redactMatches(left, LOOSE, (match, _groups, at) => {
    if (isOther(left.text, at) || !isNamed(left.text, at, at + match.length)) return null;
    return redactInside(match);
  });
  return { text: loose.text, redactions: found.redactions + loose.redactions };
}

function isCard(written: string): boolean {
  return validator.isCreditCard(written.replace(/\D/g, ""));
}

/**
 * Equal gaps of one character make a card's format. Tabs and ends of lines are the gaps of tables, too: there a word must stand
 * before, in the same cell. More groups before or after, and brackets around, are a list of numbers.
 */
function isFormat(
  text: string,
  { at, end, gaps }: { at: number; end: number; gaps: readonly string[] },
): boolean {
  const [gap = ""] = gaps;
  if (gaps.some((other) => other !== gap) || !/^(?: {1,3}|-| - |\.|\t|\r?\n)$/.test(gap))
    return false;
  const before = text.slice(Math.max(0, at - 8), at);
  const after = text.slice(end, end + 8);
  if (/(?:^|\D)\d{4}[\s.-]{1,3}$/.test(before) || /^[\s.-]{1,3}\d{4}(?:\D|$)/.test(after))
    return false;
  if (before.endsWith("[") && after.startsWith("]")) return false;
  return !/[\t\n]/.test(gap) || /[^\t\n] ?$/.test(before);
}

function isNamed(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - NAME_OF_NUMBER_MAX_CHARS), at);
  if (CARD_NAMES.test(before) || PAYMENT.test(before)) return true;
  const after = text.slice(end, end + CARD_NAME_AFTER_MAX_CHARS);
  return CARD_AFTER.test(after) || DATE_AFTER.test(after);
}

function isOther(text: string, at: number): boolean {
  return OTHER.test(text.slice(Math.max(0, at - OTHER_NAME_MAX_CHARS), at));
}

/** Finds the card among digits: it begins and ends where a group does. */
function redactInside(match: string): string | null {
  const groups = [...match.matchAll(/\d+/g)];
  for (const [first, { index: start }] of groups.entries()) {
    const ends = new Map<number, number>();
    let digits = 0;
    for (const group of groups.slice(first)) {
      digits += group[0].length;
      ends.set(digits, group.index + group[0].length);
    }
    for (const length of LENGTHS) {
      const end = ends.get(length);
      if (end === undefined || !isCard(match.slice(start, end))) continue;
      return match.slice(0, start) + redactionMarker("card") + match.slice(end);
    }
  }
  return null;
}
