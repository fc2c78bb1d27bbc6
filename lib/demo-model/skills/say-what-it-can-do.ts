/** What is said when no skill matches. */
import { type Reply, say } from "../skill.ts";

export const ABILITIES = `I am a small demo model, and these are the things that I can do:

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
