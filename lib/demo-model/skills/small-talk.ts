/** Greetings, thanks, and questions about itself. */
import { type Skill, say } from "../skill.ts";
import { ABILITIES } from "./say-what-it-can-do.ts";

const ANSWERS: [RegExp, string][] = [
  [
    /\b(who|what) are you\b|\byour name\b|\bare you (a |an )?(real|human|ai|bot|gpt|demo)/i,
    "I am the **demo model**: a small, deterministic program that comes with this application so that it can be tried without a key. I am not a large language model.",
  ],
  [/\bwhat (else )?can you do\b|\bhow can you help\b|^\W*help\W*$/i, ABILITIES],
  [/\bhow are you\b|\bhow('s| is) it going\b/i, "All well here, thank you. What can I do for you?"],
  [
    /^\W*(thanks?|thank you|thx|cheers|great|perfect|nice|cool|awesome|well done)\b.{0,40}$/i,
    "You are welcome.",
  ],
  [/^\W*(bye|goodbye|see you|good night)\b/i, "Goodbye! This conversation stays in your list."],
  [/\bjoke\b/i, "Why did the half-silvered mirror go into politics? It could see both sides."],
  [
    /^\W*(hi|hello|hey|good (morning|afternoon|evening)|greetings)\b.{0,40}$/i,
    "Hello! What can I do for you?",
  ],
  [/^\W*(yes|no|ok|okay|sure|yep|nope)\W*$/i, "Alright. What shall we look at next?"],
];

export const smallTalk: Skill = {
  name: "small-talk",
  match({ question }) {
    const found = ANSWERS.find(([pattern]) => pattern.test(question));
    return found ? say(found[1]) : null;
  },
};
