/** PEM and PGP private keys, whole or cut off, with real or escaped line ends. */
import { type Redacted, redactionMarker } from "./redaction-marker.ts";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** What a key whose end is missing may still hold. */
const BODY = /[A-Za-z0-9+/=\s\\]*/y;

/** Where the next `-----END` is, looked up once for as long as it lies ahead. */
function trackEnds(text: string): (from: number) => number {
  let next = 0;
  return (from) => {
    if (next >= 0 && next < from) next = text.indexOf("-----END ", from);
    return next;
  };
}

function findKeyEnd(text: string, bodyStart: number, end: number): number {
  END.lastIndex = Math.max(0, end);
  const isWhole = end >= 0 && END.test(text);
  const keyEnd = END.lastIndex;
  BODY.lastIndex = bodyStart;
  BODY.test(text);
  return isWhole ? keyEnd : BODY.lastIndex;
}

/** Replaces each private key with `[redacted:private-key]`. Linear in the text. */
export function redactPrivateKeys(text: string): Redacted {
  if (!text.includes("PRIVATE KEY")) return { text, redactions: 0 };
  const nextEnd = trackEnds(text);
  let result = "";
  let redactions = 0;
  let copied = 0;
  BEGIN.lastIndex = 0;
  for (let match = BEGIN.exec(text); match; match = BEGIN.exec(text)) {
    const bodyStart = BEGIN.lastIndex;
    const end = findKeyEnd(text, bodyStart, nextEnd(bodyStart));
    result += text.slice(copied, match.index) + redactionMarker("private-key");
    redactions++;
    copied = end;
    BEGIN.lastIndex = end;
  }
  return { text: result + text.slice(copied), redactions };
}
