/** "List the users and chart how many joined": the parts of a message that ask for one thing each. */

const BETWEEN =
  /\s*(?:;|,?\s+and\s+then\s+|,?\s+and\s+also\s+|,?\s+then\s+|,?\s+and\s+|\.\s+(?=\p{Lu}))\s*/iu;

export function splitParts(text: string): string[] {
  return text.split(BETWEEN).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
