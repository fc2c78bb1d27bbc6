/** Rephrases a person's answer, because structured memory may not contain a turn verbatim. */
import { STRETCH_CHARACTERS, STRETCH_WORDS, TURN_MIN_CHARS, TURN_MIN_WORDS } from "../limits.ts";

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

const GREETING =
  /^(?:(?:well|so|ok|okay|um|uh|hmm|hm|yes|yeah|sure|right|hi|hello|and|also|please|i think|i guess|maybe|probably)[,.!]?\s+)+/i;
const LEAD_INS = [
  /^(?:it(?:['’]s| is| will be| would be| should be)|they(?:['’]re| are)|th(?:is|at)(?:['’]s| is| would be| will be)|these are)\s+(?:mainly\s+|mostly\s+)?(?:meant\s+)?(?:for\s+)?/i,
  /^(?:it|we|i|they|this|that|the (?:project|app|product|tool|site|website|system|platform)|people|users)\s+(?:(?:should|would|must|will|shall|can)(?: be able to)?|needs?(?: to)?|has to|have to|wants?(?: to)?|would like(?: to| it to)?|['’]d like(?: to| it to)?|(?:am|are) thinking of|hopes? to)\s+(?:be (?:ready|done|finished|live)\s+)?/i,
  /^(?:i|we)['’]d like(?: to| it to)?\s+/i,
  /^(?:our|the|my|main)\s+(?:main\s+)?(?:goal|audience|platform|timeline|deadline|purpose|idea)\s+(?:is|are|would be)\s+(?:to\s+)?/i,
  /^(?:mainly|mostly|basically|primarily|simply|to|for)\s+/i,
];
const FILLERS =
  /\b(?:a|an|the|really|just|very|please|also|actually|quite|some|basically|simply|kind of|sort of|like to)\s+/gi;
const JOINTS =
  /\s+(?=(?:in|for|on|with|by|and|within|who|that|so|because|without|through|to|of|across|at|before|until|when)\b)|,\s+/gi;

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** How long a stretch of these words is that must not be kept. */
function stretchOf(words: readonly string[]): number {
  const unspaced = words.filter((word) => UNSPACED.test(word)).length;
  return unspaced * 2 > words.length ? STRETCH_CHARACTERS : STRETCH_WORDS;
}

/** So many words of a stretch, in their order, make a copy of it. */
const copiedOf = (stretch: number) => Math.ceil(stretch * 0.8);

/** True where a text contains the turn, or a copy of a part of it. */
export function quotes(text: string, turn: string): boolean {
  const said = wordsOf(turn);
  if (said.length < TURN_MIN_WORDS || said.join(" ").length < TURN_MIN_CHARS) return false;
  const kept = wordsOf(text);
  const stretch = stretchOf(said);
  if (said.length < stretch) return ` ${kept.join(" ")} `.includes(` ${said.join(" ")} `);
  for (let at = 0; at + stretch <= said.length; at += 1) {
    if (countInOrder(said.slice(at, at + stretch), kept) >= copiedOf(stretch)) return true;
  }
  return false;
}

/** The length of the longest common subsequence. */
function countInOrder(part: readonly string[], kept: readonly string[]): number {
  let counts = part.map(() => 0);
  for (const word of kept) {
    const next: number[] = [];
    for (const [at, one] of part.entries()) {
      const before = at === 0 ? 0 : (counts[at - 1] ?? 0);
      next.push(one === word ? before + 1 : Math.max(counts[at] ?? 0, next[at - 1] ?? 0));
    }
    counts = next;
  }
  return counts.at(-1) ?? 0;
}

/**
 * @param said the relevant part of the turn
 * @param turn the whole turn, which may not be quoted
 * @param strength how many of the weaker ways of rephrasing to skip
 */
export function rephrase(said: string, turn: string, strength = 0, maxChars = 380): string {
  const plain = withoutLeadIn(said);
  const ways = [plain, plain.replace(FILLERS, ""), swapHalves(plain.replace(FILLERS, ""))];
  const shortened = wordsCut(plain, wordsOf(turn));
  const fitting = [...ways.slice(strength), shortened].find((text) => !quotes(text, turn));
  return cut(capitalised(fitting ?? shortened), maxChars);
}

function withoutLeadIn(said: string): string {
  let text = said.replace(/\s+/g, " ").trim().replace(GREETING, "");
  for (const pattern of LEAD_INS) {
    const rest = text.replace(pattern, "");
    if (rest.length >= 3) text = rest;
  }
  return text.replace(/[\s.!;,]+$/, "") || said.trim();
}

/** "Help people find dogs in their city" → "in their city: help people find dogs". */
function swapHalves(text: string): string {
  const joints = [...text.matchAll(JOINTS)].filter(({ index }) => {
    const before = wordsOf(text.slice(0, index)).length;
    return before >= 2 && wordsOf(text.slice(index)).length >= 2;
  });
  const middle = text.length / 2;
  const [joint] = joints.toSorted(
    (one, other) => Math.abs(one.index - middle) - Math.abs(other.index - middle),
  );
  if (!joint) return text;
  const behind = text.slice(joint.index).replace(/^[\s,]+(?:and\s+)?/i, "");
  return `${behind}: ${uncapitalised(text.slice(0, joint.index))}`;
}

/** Fewer words than the turn has, and than make a copy of a stretch. */
function wordsCut(text: string, said: readonly string[]): string {
  const keep = Math.max(1, Math.min(copiedOf(stretchOf(said)), said.length) - 1);
  const words = text.split(" ");
  // Scripts without spaces are cut by character.
  if (words.length === 1) return `${[...text].slice(0, Math.min(keep, text.length - 2)).join("")}…`;
  return words.length <= keep ? words.slice(1).join(" ") : `${words.slice(0, keep).join(" ")}…`;
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).replace(/\s+\S*$/, "")}…`;
}

function capitalised(text: string): string {
  return /^[a-z]+[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
