/** Logins inside a text: basic authentication in URLs, and `Bearer` or `Basic` credentials. */
import {
  isRedactionMarker,
  type Redacted,
  redactionMarker,
  redactMatches,
} from "./redaction-marker.ts";

/** `://user:password@`; the lengths bound how far a start without an end is followed. */
const URL_LOGIN = /:\/\/([^\s/?#:@"'`<>]{0,256}):([^\s/?#"'`<>]{1,512})@/g;
const SCHEME = /\b(bearer|basic)([ \t]{1,4}|%20|\+)([\w.~+/=-]{8,})/gi;
/** A word of a sentence ("basic requirements", "bearer authentication."). */
const WORD = /^[A-Za-z]?[a-z]+(?:[-/][a-z]+)*[.]?$/;
const LONGEST_WORD_CHARS = 17;

/** Replaces passwords in URLs and credentials after a scheme. Linear in the text. */
export function redactLogins(text: string): Redacted {
  const urls = text.includes("://")
    ? redactMatches(text, URL_LOGIN, (_match, [user = "", password = ""]) =>
        isRedactionMarker(password) ? null : `://${user}:${redactionMarker("url-password")}@`,
      )
    : { text, redactions: 0 };
  const schemes = redactMatches(urls.text, SCHEME, (_match, [scheme, space, credential = ""]) => {
    const isWord = WORD.test(credential) && credential.length <= LONGEST_WORD_CHARS;
    return isWord ? null : `${scheme}${space}${redactionMarker("credential")}`;
  });
  return { text: schemes.text, redactions: urls.redactions + schemes.redactions };
}
