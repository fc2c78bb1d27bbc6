/** Joins the rest of an answer to what there is of it. */
import "server-only";
import { type GuardedText, guardLinks } from "../foreign/links/guard-links.ts";
import { REPEATED_MAX_CHARS, REPEATED_MIN_CHARS } from "../limits.ts";

/** Where the text of an answer goes: joined to what there is of it, and with no link that may not be one. */
export function goOn(
  soFar: string,
  emit: (text: string) => void,
  mayLink: Parameters<typeof guardLinks>[1],
): GuardedText {
  const links = guardLinks(emit, mayLink, soFar);
  const rest = joinRest(soFar, links.write);
  return {
    write: rest.write,
    end() {
      rest.end();
      links.end();
    },
  };
}

/**
 * Leaves out the repetition of the last words of `soFar` at the beginning of what is written. Text is held back only
 * while it may be one.
 */
export function joinRest(
  soFar: string,
  emit: (text: string) => void,
): { write(text: string): void; end(): void } {
  const tail = soFar.slice(-REPEATED_MAX_CHARS);
  let held: string | null = "";
  const settle = () => {
    if (held === null) return;
    const rest = held.slice(repeatedLength(tail, held));
    held = null;
    if (rest !== "") emit(rest);
  };
  return {
    write(text) {
      if (held === null) {
        emit(text);
        return;
      }
      held += text;
      if (!mayBecomeRepeated(tail, held)) settle();
    },
    end: settle,
  };
}

/** True while more text could still make `written` begin with a repetition of the end of `tail`. */
function mayBecomeRepeated(tail: string, written: string): boolean {
  const at = tail.indexOf(written);
  return at !== -1 && at + written.length < tail.length;
}

/** How many characters at the beginning of `written` are the last ones of `tail`. */
function repeatedLength(tail: string, written: string): number {
  const most = Math.min(tail.length, written.length);
  for (let length = most; length >= REPEATED_MIN_CHARS; length -= 1) {
    if (tail.endsWith(written.slice(0, length))) return length;
  }
  return 0;
}
