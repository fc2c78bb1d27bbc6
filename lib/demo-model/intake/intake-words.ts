/** Classifies messages to an intake: a request for a brief, a constraint, a correction, not an answer. */
import { CONSTRAINT_MAX_CHARS } from "../limits.ts";

const BRIEF =
  /\b(?:project\s+)?brief(?:ing)?\b(?!\s+(?:summary|answer|overview|explanation|description|introduction|history|moment|look|word|note|reply))/i;
const WANTS =
  /\b(?:need|want|write|create|make|prepare|draft|start|begin|help|like|put together|work on|for|new|continue|go on|back to|finish|resume)\b/i;
const PLANS = [
  /\b(?:plan|scope|start|kick off|set up|define|prepare|begin)\s+(?:a|an|my|our|the|this|some)\s+(?:new\s+|small\s+|little\s+)?(?:\w+\s+)?project\b/i,
  /\b(?:have|got)\s+(?:a|an)\s+(?:new\s+)?(?:project|product|app)\s+(?:idea|in mind)\b/i,
  /\bidea for (?:a|an) (?:new )?(?:project|product|app)\b/i,
  /\b(?:project )?intake\b/i,
];

/** "I need a brief for …", "help me plan a project". */
export function wantsIntake(text: string): boolean {
  if (PLANS.some((pattern) => pattern.test(text))) return true;
  const brief = BRIEF.exec(text);
  if (!brief) return false;
  return WANTS.test(text) || /^\W*(?:a\s+)?(?:project\s+)?brief\W*$/i.test(text);
}

/** The subject of the brief; null where the message names none. */
export function subjectOf(text: string): string | null {
  const subject =
    /\bbrief(?:ing)?\s+(?:for|about|on|of)\s+(.+)/i.exec(text)?.[1] ??
    /\bproject\s*(?:for|about|:|to build|to make|that is)\s+(.+)/i.exec(text)?.[1] ??
    /\bidea for\s+(.+)/i.exec(text)?.[1];
  const words = subject
    ?.split(/[.?!;]/)[0]
    ?.replace(/^(?:our|my)\s+/i, "")
    .trim();
  return words && !/^(?:it|me|this|us|a (?:new )?project|the project)$/i.test(words) ? words : null;
}

const OVER = /\b(?:start|begin)\s+(?:over|again|anew|afresh|from scratch)\b/i;
const ANOTHER_BRIEF =
  /\b(?:another|new|second|fresh|different|next)\s+(?:project(?:['’]s)?\s+)?(?:brief|project|intake)\b/i;

/** "Another brief", "start over"; after the first brief is done, also a brief for another subject. */
export function wantsAnother(text: string, isDone: boolean): boolean {
  if (OVER.test(text)) return true;
  return isDone && (ANOTHER_BRIEF.test(text) || (wantsIntake(text) && subjectOf(text) !== null));
}

/** "Write the brief again": the same one, with what is known now. */
export function wantsAgain(text: string): boolean {
  return /\b(?:write|make|create)\b[^.]*\bbrief\b[^.]*\b(?:again|anew|once more)\b/i.test(text);
}

const UNSURE =
  /^\W*(?:(?:i|we)\s+(?:do not|don['’]t|really don['’]t)\s+(?:know|have)|no idea|not sure|unsure|not decided|(?:that is |it['’]s |it is )?(?:not (?:yet )?(?:decided|clear|known)|open|undecided)|skip|to be decided|tbd|whatever|any|no preference)\b/i;

export function isUnsure(text: string): boolean {
  return UNSURE.test(text);
}

const ASKS =
  /^\W*(?:why|what|who|how|when|where|which|can|could|do|does|is|are|will|would|should)\b[^.]*\?\s*$/i;
const POLITE =
  /^\W*(?:hi|hello|hey|thanks?|thank you|thx|cheers|great|perfect|nice|cool|good (?:morning|afternoon|evening)|ok|okay)\b.{0,24}$/i;

/** "Continue with the brief" during the intake. */
const WISHES =
  /^\W*(?:(?:please|ok|okay|now|so|let['’]s|can you|could you)\W+)*(?:i|we)?\s*(?:need|want|write|create|make|start|continue|go on|back to|finish|resume)\b[^.]*\bbrief\b/i;

/** True for questions, polite phrases and the request for a brief itself. */
export function isNoAnswer(text: string): boolean {
  return (
    WISHES.test(text) ||
    ASKS.test(text) ||
    (POLITE.test(text) && !/,|\band\b/.test(text)) ||
    !/[\p{L}\p{N}]/u.test(text)
  );
}

const CONSTRAINTS = [
  /\b(?:must|has to|have to|needs to)\s+((?:not\s+)?(?:use|be built (?:with|in|on)|run on|work (?:with|on|offline)|comply|support|cost|stay|fit|be (?:free|accessible|compliant|open source|GDPR))[^.;,!?]*)/gi,
  /\b((?:budget|cost)s?\s+(?:of|is|are|:|up to|at most|no more than|below|under)\s+[^.;!?]*?)(?=[.;!?]|,\s|\s+and\s|$)/gi,
  /\b((?:no more than|at most|a maximum of)\s+\d[^.;,!?]*)/gi,
  /\b((?:without|not allowed to|cannot|can['’]t|must not)\s+[^.;,!?]+)/gi,
];
/** The start of another statement after a constraint. */
const ANOTHER =
  /\s+and\s+(?:it\s+)?(?:must|should|run|work|be|have|support|cost|look|needs?)\b.*$/i;

/** Short constraints: "Must use React Native", "Budget of 20,000 euros". */
export function readConstraints(text: string): string[] {
  const found = CONSTRAINTS.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].map(([, words = ""]) => {
      const short = words.replace(/\s+/g, " ").replace(ANOTHER, "").trim();
      const whole = index === 0 ? `must ${short}` : short;
      return (whole.charAt(0).toUpperCase() + whole.slice(1)).slice(0, CONSTRAINT_MAX_CHARS).trim();
    }),
  );
  return [...new Set(found)];
}

/** The sentences that are not only a constraint; the whole text where all are. */
export function withoutConstraints(text: string): string {
  const sentences = text.split(/(?<=[.!;])\s+/);
  const others = sentences.filter((sentence) => readConstraints(sentence).length === 0);
  if (others.length > 0) return others.join(" ");
  const rest = text.replace(/,?\s+(?:and\s+)?(?:with|for)\s+(?:a\s+|the\s+)?budget\b[^.;!?]*/i, "");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** "Actually, the audience is teachers": a topic and its new answer. */
export function readCorrection(
  text: string,
  keys: readonly string[],
): { key: string; answer: string } | null {
  const names = keys.join("|");
  const patterns = [
    new RegExp(
      `\\b(?:actually|correction|sorry|no|wait|change|make|set|correct|update)\\b[^.]*?\\b(${names})\\b\\s*(?:is|are|to|should be|shall be|into|:)\\s+(.+)`,
      "i",
    ),
    new RegExp(
      `^\\W*(?:the|our|my)\\s+(${names})\\s+(?:is now|changed to|has changed to|should be)\\s+(.+)`,
      "i",
    ),
  ];
  for (const pattern of patterns) {
    const [, key = "", answer = ""] = pattern.exec(text) ?? [];
    if (key && answer) return { key: key.toLowerCase(), answer: answer.replace(/[\s.!]+$/, "") };
  }
  return null;
}
