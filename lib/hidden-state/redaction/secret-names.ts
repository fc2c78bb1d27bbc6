/** Decides by a field's name whether its value is a secret, ignoring case and separators. */
import { LRUCache } from "lru-cache";
import { CACHED_NAME_MAX_CHARS, CACHED_NAMES_MAX } from "../limits.ts";

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

function judge(name: string): boolean {
  const bare = name.toLowerCase().replace(/[^a-z0-9]+/g, "");
  if (SECRET_NAMES.has(bare)) return true;
  if (HARMLESS_ENDINGS.some((ending) => bare.endsWith(ending))) return false;
  if (SECRET_ENDINGS.some((ending) => bare.endsWith(ending))) return true;
  return SECRET_STEMS.some((stem) => bare.includes(stem)) && !HARMLESS_TAIL.test(bare);
}

/** True where a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = judge(name);
  if (name.length <= CACHED_NAME_MAX_CHARS) verdicts.set(name, verdict);
  return verdict;
}
