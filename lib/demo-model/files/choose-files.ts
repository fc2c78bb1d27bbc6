/** Which files a question is about: those that it names, by name, kind or order; else those of its own message, or the newest. */
import { FILE_NAME_MIN_CHARS } from "../limits.ts";
import type { Attachment } from "./split-attachments.ts";

export type KnownFiles = {
  /** Files of the message itself, in the order in which they were attached. */
  own: readonly Attachment[];
  /** Files of earlier messages, newest first. */
  earlier: readonly Attachment[];
};

const NOUN =
  "(?:files?|documents?|docs?|attachments?|uploads?|tables?|sheets?|spreadsheets?|letters?|texts?)";
/** A kind as people call it, and the endings of such files. */
const KINDS: [words: string, endings: RegExp][] = [
  ["pdfs?", /\.pdf$/i],
  ["(?:word (?:file|document|doc)s?|word|docx)", /\.docx$/i],
  ["(?:excel (?:file|sheet|workbook|table)s?|excel|xlsx|workbooks?)", /\.xlsx$/i],
  ["spreadsheets?", /\.(?:xlsx|csv|tsv)$/i],
  ["csvs?", /\.csv$/i],
  [
    "(?:powerpoint (?:file|deck)s?|powerpoint|pptx|presentations?|slide ?decks?|slides)",
    /\.pptx$/i,
  ],
  ["markdown(?: files?)?", /\.(?:md|markdown)$/i],
  ["json(?: files?)?", /\.json$/i],
  ["(?:pictures?|images?|photos?|screenshots?)", /\.(?:png|jpe?g|webp|gif)$/i],
  ["text files?", /\.txt$/i],
];
const KIND = `(?:${KINDS.map(([words]) => words).join("|")})`;
const POINTING =
  "(?:the|my|this|that|these|those|both|all|each|every|of|in|from|attached|uploaded)";
const ORDER: Record<string, number> = {
  first: 0,
  "1st": 0,
  oldest: 0,
  second: 1,
  "2nd": 1,
  third: 2,
  "3rd": 2,
  fourth: 3,
  "4th": 3,
  fifth: 4,
  "5th": 4,
};
const LAST = /^(?:last|newest|latest|(?:most )?recent)$/i;
const ORDINAL = `(${Object.keys(ORDER).join("|")}|last|newest|latest|most recent|other)`;
/** "the second file", "the last of the PDFs", "file 2"; not "the first line". */
const BY_ORDER = new RegExp(
  `\\b${ORDINAL} (?:(?:attached|uploaded|of the|of these|of my) )*(?:one\\b|${NOUN}\\b|${KIND}\\b)`,
  "i",
);
const BARE_ORDER = new RegExp(`\\bthe ${ORDINAL}\\s*(?:[?.!]|$|says?\\b|mentions?\\b)`, "i");
const BY_NUMBER = new RegExp(`\\b${NOUN} (?:no\\.? |number |#)?([1-9])\\b`, "i");
const BOTH = new RegExp(
  `\\bboth(?: (?:of )?(?:the|these|those|my|them))?(?: ${NOUN}|\\b)|\\bthe two (?:${NOUN}|${KIND})\\b`,
  "i",
);
const ALL = new RegExp(
  `\\b(?:all (?:of )?(?:(?:the|my|these|those|this|your|attached) )*(?:${NOUN}|${KIND}|them|of it)|all of (?:these|those)|each(?: of (?:them|these|the ${NOUN}))?(?: ${NOUN})?|every (?:single )?${NOUN}|everything (?:that )?I (?:attached|uploaded|sent)|these ${NOUN}|those ${NOUN})\\b`,
  "i",
);
const COMPARES = /\b(?:compare|comparison|differences?|differ|versus|vs|in common)\b/i;
/** What a name may be that no question means by it. */
const COMMON_NAMES = new Set(
  "a an the file files document documents text table list page data csv pdf image picture photo untitled new copy one two word words line lines row rows column columns total what how".split(
    " ",
  ),
);

/**
 * @param isAboutAFile whether the question speaks of a file where it names none
 * @returns in the order in which they are to be read; empty where it is about none
 */
export function chooseFiles(
  question: string,
  { own, earlier }: KnownFiles,
  isAboutAFile: boolean,
): Attachment[] {
  // From the oldest to the newest, as a person counts them.
  const all = [...earlier.toReversed(), ...own];
  const group = own.length > 0 ? own : all;
  const named = findNamed(question, own, all);
  if (named.length > 0) return withCompared(question, named, { own, earlier });
  const kind = findKind(question, own, all);
  const among = kind ?? group;
  const place = findPlace(question, isAboutAFile || kind !== null);
  if (place) return toList(pickPlace(place, among));
  if (BOTH.test(question)) return both(among, kind ?? all);
  if (kind) return isPlural(question) ? kind : own.length > 0 ? ownOr(kind, own) : kind.slice(-1);
  if (ALL.test(question)) return [...group];
  if (own.length > 0) return compared(question, own, earlier);
  if (COMPARES.test(question) && isAboutAFile && all.length > 1) return all.slice(-2);
  return isAboutAFile ? all.slice(-1) : [];
}

const toList = (file: Attachment | undefined) => (file ? [file] : []);

/** One of several words between blanks, so that `prices-list.csv` is also "prices list". */
function plain(text: string): string {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/** By whole names, and by names without their ending. Of two files of one name, the newest. */
function findNamed(
  question: string,
  own: readonly Attachment[],
  all: readonly Attachment[],
): Attachment[] {
  let rest = plain(question);
  const found: { file: Attachment; at: number }[] = [];
  const take = (wanted: string, file: Attachment) => {
    const at = rest.indexOf(wanted);
    if (at < 0) return;
    found.push({ file, at });
    // What was a name is no part of another one.
    rest = rest.replace(wanted, ` ${"\u0000".repeat(Math.max(wanted.length - 2, 0))} `);
  };
  const newestFirst = all
    .toReversed()
    .toSorted((one, other) => other.name.length - one.name.length);
  for (const file of newestFirst) take(plain(file.name), file);
  for (const file of newestFirst) {
    const stem = plain(file.name.replace(/\.[a-z0-9]{1,8}$/i, ""));
    const isName = stem.length - 2 >= FILE_NAME_MIN_CHARS && !COMMON_NAMES.has(stem.trim());
    const isOf = own.length === 0 || own.includes(file) || speaksOf(question, stem.trim());
    const isFound = found.some((one) => one.file.name === file.name);
    if (isName && isOf && !isFound) take(stem, file);
  }
  return found.toSorted((one, other) => one.at - other.at).map(({ file }) => file);
}

/** A word that is also an earlier file's name is meant as such only where it is said to be a file. */
function speaksOf(question: string, stem: string): boolean {
  return new RegExp(
    ` (?:${stem} (?:file|document|pdf|table|sheet)|(?:file|document) ${stem}) `,
  ).test(plain(question));
}

/** "Compare it with memo.docx": the message's own file, or the newest one, is the other. */
function withCompared(
  question: string,
  named: Attachment[],
  { own, earlier }: KnownFiles,
): Attachment[] {
  if (named.length > 1 || !COMPARES.test(question)) return named;
  const others = own.length > 0 ? own : earlier.slice(0, 1);
  return [...others.filter((file) => !named.includes(file)), ...named];
}

function compared(
  question: string,
  own: readonly Attachment[],
  earlier: readonly Attachment[],
): Attachment[] {
  const [newest] = earlier;
  const asksForOther =
    COMPARES.test(question) && /\b(?:other|earlier|previous|last)\b/i.test(question);
  return own.length === 1 && newest && asksForOther ? [newest, ...own] : [...own];
}

/** @returns the files of the kind that is named; null where none is, or there is no such file */
function findKind(
  question: string,
  own: readonly Attachment[],
  all: readonly Attachment[],
): Attachment[] | null {
  for (const [words, endings] of KINDS) {
    const asked = new RegExp(`\\b${POINTING} (?:[\\w-]+ ){0,2}${words}\\b`, "i");
    if (!asked.test(question)) continue;
    const mine = own.filter(({ name }) => endings.test(name));
    const found = mine.length > 0 ? mine : all.filter(({ name }) => endings.test(name));
    if (found.length > 0) return found;
  }
  return null;
}

const PLURALS =
  /\b(?:pdfs|csvs|workbooks|spreadsheets|presentations|pictures|images|photos|screenshots|(?:word|excel|powerpoint|text|markdown|json) (?:files|documents|docs|sheets|workbooks|tables|decks)|all|each|every)\b/i;
const isPlural = (question: string) => PLURALS.test(question);

/** Several of the message's own files are all meant. */
function ownOr(kind: readonly Attachment[], own: readonly Attachment[]): Attachment[] {
  return kind.every((file) => own.includes(file)) ? [...kind] : kind.slice(-1);
}

function both(among: readonly Attachment[], all: readonly Attachment[]): Attachment[] {
  return among.length > 1 ? among.slice(-2) : all.slice(-2);
}

function findPlace(question: string, isAboutAFile: boolean): string | null {
  const said = BY_ORDER.exec(question)?.[1];
  const isBareOne = said && /\bone\b/i.test(BY_ORDER.exec(question)?.[0] ?? "");
  if (said && (isAboutAFile || !isBareOne)) return said.toLowerCase();
  const bare = isAboutAFile ? BARE_ORDER.exec(question)?.[1] : undefined;
  if (bare) return bare.toLowerCase();
  return BY_NUMBER.exec(question)?.[1] ?? null;
}

function pickPlace(place: string, among: readonly Attachment[]): Attachment | undefined {
  if (place === "other") return among.at(-2) ?? among.at(-1);
  if (LAST.test(place)) return among.at(-1);
  return among[ORDER[place] ?? Number(place) - 1];
}
