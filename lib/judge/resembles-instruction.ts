/** Whether a text of a conversation resembles an instruction to whoever judges it. Pure. It knows only English. */
import "server-only";

const UNSEEN = /[\p{Cf}\u{E0000}-\u{E007F}]/gu;

/** Each is bounded, so that a long text costs no more than its length. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruction|prompt|rule|guideline|criteri|rubric|order)/,
  /\b(?:system|developer) (?:prompt|message|instruction)/,
  /\b(?:judge|grader|evaluator|assessor|rater|reviewer|moderator)s?\b.{0,60}\b(?:must|shall|should|please|now|give|answer|reply|output|return|say|score|rate|mark|ignore)\b/,
  /\b(?:give|assign|return|output|set|award|write|choose|report|answer|reply|respond)\b.{0,40}\b(?:score|rating|grade|verdict|likelihood|probability)/,
  /\b(?:score|rate|grade|judge|mark|evaluate)\b.{0,20}\b(?:this|the|my|above)\b.{0,20}\b(?:answer|response|reply|turn|conversation|chat|case)\b/,
  /\b(?:answer|response|reply)\b.{0,30}\b(?:is|be|was) (?:to be )?(?:scored|rated|graded|judged|marked)\b/,
  /"(?:wrong|right|score|code|verdict|likelihood)"\s{0,9}:/,
  /<\/?data\b|<\|\w|\[\/?inst\]/,
];

export function resemblesInstruction(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").replace(/\s+/gu, " ").toLowerCase();
  return PATTERNS.some((pattern) => pattern.test(plain));
}
