/** Greetings, thanks, questions about the demo model, and the answer where no skill matches. */
import { type Reply, type Skill, say } from "../skill.ts";

const ABILITIES = `I am a small demo model, and these are the things that I can do:

- **Calculate**: "What is fibonacci(90)?", "17 * 23", "the average of 3, 5 and 8", "the first 20 primes". Then "now the same for 20".
- **Look something up**: "What's the weather in Paris?"
- **Look after the directory of people**: "List users", "How many joined each month?", "Delete the second one."
- **Take in a project and write its brief**: "I need a brief for a mobile app."
- **Read a file** that you attach: "Summarise it", "How many rows does it have?", "What does it say about delivery?"
- **Write code**: "Show me a Python function for bubble sort."
- **Write at length**: "Write a long answer about lighthouses", "Count to 200 slowly".`;

export function sayWhatItCanDo(): Reply {
  return say(`I did not understand that. ${ABILITIES}`);
}

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
