/**
 * Keeps an intake from asking again, in its own words or in other ones, what was answered. The topics have questions of their
 * own, and a sentence of the model is compared with these.
 */
import "server-only";
import { ASKED_NAMING_MAX_WORDS, ASKED_SENTENCE_MAX_CHARS } from "../limits.ts";
import { INTAKE_TOPICS } from "./topics.ts";

type Answers = Readonly<Record<string, string>>;
type Topic = (typeof INTAKE_TOPICS)[number];

const ASKING = ["what", "who", "whom", "where", "when", "which", "how"];

/** @returns the key of the answered topic that is asked for; null where none is */
export function findAskedAgain(sentence: string, answers: Answers): string | null {
  const words = wordsOf(sentence);
  const asking = words.findIndex((word) => ASKING.includes(word));
  if (asking < 0) return null;
  const asked = words.slice(asking);
  const { answered, open } = byAnswer(answers);
  const isNamed = ({ key }: Topic) => asked.includes(key);
  const again =
    answered.find(({ question }) => isAlike(asked, wordsOf(question))) ??
    (open.some(isNamed) || asked.length > ASKED_NAMING_MAX_WORDS
      ? undefined
      : answered.find(isNamed));
  return again?.key ?? null;
}

/** An answer that leaves its topic open. */
const UNDECIDED =
  /\b(?:not|un)[ -]?(?:yet )?(?:decided|known|clear|sure)|\bno idea\b|\b(?:tbd|open)\b/i;

/** Open points without those that say that an answered topic is open. */
export function withoutAnswered(gaps: readonly string[], answers: Answers): string[] {
  const decided = Object.entries(answers).filter(([, answer]) => !UNDECIDED.test(answer));
  const { answered, open } = byAnswer(Object.fromEntries(decided));
  return gaps.filter((gap) => {
    const words = wordsOf(gap);
    const isNamed = ({ key }: Topic) => words.includes(key);
    const isAsked = ({ question }: Topic) => isAlike(words, wordsOf(question));
    return open.some(isNamed) || !answered.some((topic) => isNamed(topic) || isAsked(topic));
  });
}

/**
 * Passes on what the model writes, a sentence at a time, without questions that were answered.
 * @param answersNow they change while the model works
 * @param onLeftOut with the topic's key
 */
export function leaveOutAskedAgain(
  write: (text: string) => void,
  answersNow: () => Answers,
  onLeftOut: (key: string) => void,
) {
  let held = "";
  let hasAsked = false;
  let hasLeftOut = false;
  const pass = (sentence: string) => {
    const key = sentence.includes("?") ? findAskedAgain(sentence, answersNow()) : null;
    if (key === null) {
      write(sentence);
      hasAsked ||= sentence.includes("?");
    } else {
      onLeftOut(key);
      hasLeftOut = true;
    }
  };
  return {
    write(text: string): void {
      held += text;
      for (let end = endOfSentence(held); end > 0; end = endOfSentence(held)) {
        pass(held.slice(0, end));
        held = held.slice(end);
      }
    },
    held: () => held,
    /** What is held is a whole sentence: nothing follows. */
    end(): void {
      if (held !== "") pass(held);
      held = "";
    },
    /** A question was left out, and no other one was written. */
    asksNothing: () => hasLeftOut && !hasAsked,
  };
}

/** How long the first sentence is, with the white space behind it; 0 where its end is not known yet. */
function endOfSentence(text: string): number {
  const end = /[.!?…:]["”’)*_]*(?=\s)|\n/u.exec(text);
  if (end) return end.index + end[0].length;
  return text.length > ASKED_SENTENCE_MAX_CHARS ? text.length : 0;
}

function byAnswer(answers: Answers): { answered: Topic[]; open: Topic[] } {
  const isAnswered = ({ key }: Topic) => Boolean(answers[key]?.trim());
  return {
    answered: INTAKE_TOPICS.filter(isAnswered),
    open: INTAKE_TOPICS.filter((topic) => !isAnswered(topic)),
  };
}

/** "So, what should your project achieve, then?" asks for what "What should the project achieve?" does. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one.filter(isTelling)), new Set(other.filter(isTelling))];
  return first.symmetricDifference(second).size === 0;
}

/** Words that make no other question of one. */
const FILLERS = new Set(
  "a an and are be by do does exactly i in is it its me my now of oh ok on or our please project say should so tell that the then this to we well will would you your".split(
    " ",
  ),
);

const isTelling = (word: string) => !FILLERS.has(word);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
