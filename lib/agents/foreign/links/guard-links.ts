/**
 * Lets an answer through in pieces, and takes the link from an address that may not be one: it stands there as text. Only
 * what could still become an address is held back.
 */
import "server-only";
import { decodeEntities } from "../../../contracts/public/markdown/entities.ts";
import { withoutEnd } from "../../../contracts/tools/without-end.ts";
import { EMAIL_NAME_MAX_CHARS } from "../../limits.ts";
import { begunAt, nextPlace, openAt, type Place } from "./link-readings.ts";

export type GuardedText = { write(text: string): void; end(): void };

/**
 * @param mayLink is asked about each address of an answer, as it would be opened; `isJoined`: it began in `soFar`
 * @param soFar what the answer goes on behind; it has left
 */
export function guardLinks(
  emit: (text: string) => void,
  mayLink: (address: string, isJoined: boolean) => boolean,
  soFar = "",
): GuardedText {
  const held = new HeldText(soFar);
  const pass = (isOver: boolean) => {
    for (;;) {
      const place = held.next(isOver);
      if (typeof place === "number") {
        const text = held.release(place);
        if (text !== "") emit(text);
        return;
      }
      const isJoined = held.isGone(place.at - place.name.length);
      judge(held, place, (address) => mayLink(address, isJoined));
    }
  };
  return {
    write(text) {
      held.text += text;
      pass(false);
    },
    end: () => pass(true),
  };
}

/** What did not leave yet. */
class HeldText {
  text: string;
  /** What left last. */
  #before: string;
  /** What stands in the text before this has left: an address began there that goes on. */
  #joint: number;
  /** Up to here openings were judged. */
  #from = 0;
  /** Where the last address of the text stands that may be a link. */
  #allowed = { from: 0, end: 0 };
  /** Where the bracket stands that ends the last such address. */
  closes = -1;

  constructor(soFar: string) {
    const at = openAt(soFar);
    this.text = soFar.slice(at);
    this.#before = soFar.slice(0, at).slice(-EMAIL_NAME_MAX_CHARS - 2);
    this.#joint = this.text.length;
  }

  next(isOver: boolean): Place | number {
    return nextPlace({ text: this.text, before: this.#before, isOver }, this.#from);
  }

  release(end: number): string {
    const left = this.text.slice(0, end);
    this.text = this.text.slice(end);
    this.#before = `${this.#before}${left}`.slice(-EMAIL_NAME_MAX_CHARS - 2);
    this.#from = Math.max(0, this.#from - end);
    this.#allowed = { from: this.#allowed.from - end, end: this.#allowed.end - end };
    this.closes -= end;
    const gone = Math.max(0, this.#joint);
    this.#joint -= end;
    return left.slice(gone);
  }

  isGone(at: number): boolean {
    return at < this.#joint;
  }

  /** What the place opens may be one. */
  leave(place: Place): void {
    const { kind, from, end, closes } = place;
    this.pass(place);
    if (kind === "bare") this.#allowed = { from, end };
    this.closes = closes ?? this.closes;
  }

  pass({ at, from }: Place): void {
    this.#from = Math.max(from, at + 1);
  }

  /** @param end behind what is replaced */
  replace({ at }: Place, end: number, text: string): void {
    if (this.isGone(at)) {
      this.#breakOff();
      return;
    }
    this.text = `${this.text.slice(0, at)}${text}${this.text.slice(end)}`;
    this.#from = at + text.length;
  }

  /** What has left cannot be changed, but a new paragraph ends the address. */
  #breakOff(): void {
    this.text = `${this.text.slice(0, this.#joint)}\n\n${this.text.slice(this.#joint)}`;
    this.#from = this.#joint;
  }

  /** Ends an address with the bracket before `end`. */
  part(place: Place, end: number): void {
    if (end < place.end) this.text = `${this.text.slice(0, end)} ${this.text.slice(end)}`;
    this.leave({ ...place, end });
  }

  /** Whether it is a piece of an address that may be a link, and no mark stands before it at which that could end. */
  isInside(at: number): boolean {
    const sign = this.text[at - 1] ?? this.#before.at(-1) ?? "";
    return at > this.#allowed.from && at < this.#allowed.end && /[\p{L}\p{N}/=:?&%.-]/u.test(sign);
  }
}

/** Lets it be, or makes text of it. */
function judge(held: HeldText, place: Place, mayLink: (address: string) => boolean): void {
  const { kind, at, from, end, isTooLong } = place;
  const isOpen = (address: string) => opened(address).every(mayLink);
  const written = held.text.slice(from, end);
  if (kind === "email") {
    const address = emailOf(held, place);
    if (address === null || (!isTooLong && isOpen(address))) held.leave(place);
    else held.replace(place, from, "[@]");
  } else if (kind === "bare" && held.isInside(at)) {
    held.pass(place);
  } else if (!isTooLong && (kind === "link" ? [written] : ends(written)).some(isOpen)) {
    held.leave(place);
  } else if (isLinkWithMore(held, place) && isOpen(held.text.slice(from, held.closes))) {
    held.part(place, held.closes + 1);
  } else {
    // Behind the part of a long one, what may be the beginning of another stays.
    const part = isTooLong ? written.slice(0, begunAt(written)) : written;
    held.replace(place, from + part.length, asText(held.text.slice(at, from + part.length)));
  }
}

function emailOf(held: HeldText, { at, from, end, name }: Place): string | null {
  const host = withoutEnd(held.text.slice(from, end), "._-");
  const isOne = name !== "" && host.includes(".") && !held.isInside(at - name.length);
  return isOne ? `mailto:${name}@${host}` : null;
}

/** What follows the bracket of a link would belong to the address if there were no link. */
const isLinkWithMore = ({ closes }: HeldText, { kind, at, end }: Place) =>
  kind === "bare" && at < closes && closes < end;

/** An address in a text ends before the marks of a sentence, or with them. */
function ends(written: string): string[] {
  const bare = withoutEnd(written, "?!.,:;*_~'\"`|$&)]}>");
  return [written, bare, ...(written[bare.length] === ")" ? [`${bare})`] : [])];
}

/** As a browser opens it: as written, and with escapes undone as in a link. */
function opened(written: string): string[] {
  const readings = [written, written.replace(/\\([!-/:-@[-`{-~])/g, "$1")].map(decodeEntities);
  return [...new Set(readings)].map((address) =>
    /^www\./i.test(address) ? `http://${address}` : address,
  );
}

/**
 * Written as one writes an address that nobody shall open: `https[:]//…`. A code span would not do: what stands before it may
 * have opened one.
 */
function asText(text: string): string {
  return text
    .replace(/\]([(:])/g, "] $1")
    .replace(/(https?|mailto|tel):/gi, "$1[:]")
    .replace(/(www)\./gi, "$1[.]")
    .replaceAll("@", "[@]");
}
