/** Redacts secrets that are recognised by their shape: tokens, private keys, credentials in URLs. */

import { LRUCache } from "lru-cache";
import { CACHED_NAME_MAX_CHARS, CACHED_NAMES_MAX, SCHEME_WORD_MAX_CHARS } from "../limits.ts";
import {
  isRedactionMarker,
  type Redacted,
  redactionMarker,
  redactMatches,
} from "./redaction-marker.ts";

/** Endings of names of secrets: `DB_PASSWORD`, `x-api-key`, `refreshToken`. */
const SECRET_ENDINGS = [
  ...["password", "passwords", "passwd", "passphrase", "passcode", "pwd"],
  ...["secret", "secrets", "clientsecret", "token", "apitokens", "accesstokens", "authtokens"],
  ...["apikey", "apikeys", "privatekey", "secretkey", "accesskey", "signingkey", "encryptionkey"],
  ...["masterkey", "servicekey", "sharedkey", "sharedaccesskey", "accountkey", "sshkey", "authkey"],
  ...["authorization", "cookie", "cookies", "setcookie", "credential", "credentials"],
  ...["connectionstring", "sessionid", "sessid", "jwt", "mnemonic", "seedphrase"],
  ...["cardnumber", "creditcard", "cvv", "cvc", "otp"],
];
/** Parts of names of secrets: `password_hash`, `AwsSecretAccessKeyOld`. */
const SECRET_STEMS = [
  ...["password", "passwd", "passphrase", "apikey", "privatekey", "secretkey", "secretaccess"],
  ...["clientsecret", "accesstoken", "refreshtoken", "authtoken", "bearertoken", "secretstring"],
];
const SECRET_NAMES = new Set(["pass", "auth", "bearer"]);
/** Cursors, and the special tokens of a tokenizer. */
const HARMLESS_ENDINGS = [
  ...["pagetoken", "nexttoken", "continuationtoken", "synctoken", "cursortoken"],
  ...["eostoken", "bostoken", "padtoken", "unktoken", "stoptoken", "masktoken"],
];
/** Endings of names of facts about a secret. */
const HARMLESS_TAIL =
  /(?:expires|expiresin|expiresat|expiry|expiration|ttl|type|length|policy|count|limit|url|uri|endpoint|strength|required|enabled|hint|name|rotatedat)$/;
const verdicts = new LRUCache<string, boolean>({ max: CACHED_NAMES_MAX });

type Shape = {
  kind: string;
  /** A text without any of these is skipped: `includes` is much faster than a pattern. */
  hints: string[];
  pattern: RegExp;
  /** True for a match that is not a secret. */
  spare?: (match: string, groups: (string | undefined)[]) => boolean;
};

const SHAPES: Shape[] = [
  {
    kind: "api-key",
    hints: ["sk-"],
    pattern: /(?<![A-Za-z0-9])sk-[\w-]{10,}/g,
    // Words joined by dashes, such as a style class, are not keys.
    spare: (match) => match.length < 23 && !/\d/.test(match),
  },
  {
    kind: "api-key",
    hints: ["k_live_", "k_test_", "whsec_", "npm_", "hf_", "SG.", "dop_v1_", "shpat_"],
    pattern:
      /(?<![A-Za-z0-9])(?:[prs]k_(?:live|test)_[A-Za-z0-9]{8,}|(?:whsec|npm|hf|dop_v1|shpat)_[A-Za-z0-9]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  },
  {
    kind: "github-token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g,
  },
  { kind: "gitlab-token", hints: ["glpat-"], pattern: /glpat-[\w-]{16,}/g },
  {
    kind: "aws-key",
    hints: ["AKIA", "ASIA"],
    pattern: /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{12,}/g,
  },
  {
    kind: "slack-token",
    hints: ["xox", "xapp-", "hooks.slack.com/"],
    pattern: /xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|(?<=hooks\.slack\.com\/)[a-z]{1,20}\/[\w/-]{10,}/g,
  },
  {
    kind: "google-key",
    hints: ["AIza", "ya29.", "GOCSPX-"],
    pattern: /AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/g,
  },
  {
    kind: "jwt",
    hints: ["eyJ"],
    // Consumes the whole run of characters, so that no part is examined twice.
    pattern: /eyJ[\w-]*(\.[\w-]+(?:\.[\w-]*){1,3})?/g,
    spare: (match, [rest]) => rest === undefined || match.length < 24,
  },
];

/** Replaces each well-known shape with `[redacted:kind]`. Linear in the text. */
export function redactShapes(text: string): Redacted {
  let redactions = 0;
  let result = text;
  for (const { kind, hints, pattern, spare } of SHAPES) {
    if (!hints.some((hint) => result.includes(hint))) continue;
    const found = redactMatches(result, pattern, (match, groups) =>
      spare?.(match, groups) ? null : redactionMarker(kind),
    );
    result = found.text;
    redactions += found.redactions;
  }
  return { text: result, redactions };
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** The characters of a key whose end marker is missing. */
const BODY = /[A-Za-z0-9+/=\s\\]*/y;

/** Finds the next `-----END`, with one search for as long as it lies ahead. */
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

/** `://user:password@`. The maximal lengths limit the search after a start without an end. */
const URL_LOGIN = /:\/\/([^\s/?#:@"'`<>]{0,256}):([^\s/?#"'`<>]{1,512})@/g;
const SCHEME = /\b(bearer|basic)([ \t]{1,4}|%20|\+)([\w.~+/=-]{8,})/gi;
/** Matches a word of a sentence ("basic requirements", "bearer authentication."). */
const WORD = /^[A-Za-z]?[a-z]+(?:[-/][a-z]+)*[.]?$/;

/** Replaces passwords in URLs and credentials after a scheme. Linear in the text. */
export function redactLogins(text: string): Redacted {
  const urls = text.includes("://")
    ? redactMatches(text, URL_LOGIN, (_match, [user = "", password = ""]) =>
        isRedactionMarker(password) ? null : `://${user}:${redactionMarker("url-password")}@`,
      )
    : { text, redactions: 0 };
  const schemes = redactMatches(urls.text, SCHEME, (_match, [scheme, space, credential = ""]) => {
    const isWord = WORD.test(credential) && credential.length <= SCHEME_WORD_MAX_CHARS;
    return isWord ? null : `${scheme}${space}${redactionMarker("credential")}`;
  });
  return { text: schemes.text, redactions: urls.redactions + schemes.redactions };
}

function judge(name: string): boolean {
  const bare = name.toLowerCase().replace(/[^a-z0-9]+/g, "");
  if (SECRET_NAMES.has(bare)) return true;
  if (HARMLESS_ENDINGS.some((ending) => bare.endsWith(ending))) return false;
  if (SECRET_ENDINGS.some((ending) => bare.endsWith(ending))) return true;
  return SECRET_STEMS.some((stem) => bare.includes(stem)) && !HARMLESS_TAIL.test(bare);
}

/**
 * Decides by a field's name whether its value is a secret, ignoring case and separators.
 * True where a field of this name holds a secret.
 */
export function isSecretName(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = judge(name);
  if (name.length <= CACHED_NAME_MAX_CHARS) verdicts.set(name, verdict);
  return verdict;
}
