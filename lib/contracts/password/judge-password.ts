/** Says whether a password may be chosen, and how strong it is. The same on the server and in the browser. */
import { PASSWORD_FAIR_CHARS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../limits.ts";

/**
 * `common`: among those that guessers try first. `simple`: it repeats or counts. `personal`: it is the person's name or
 * address.
 */
export type PasswordFault = "short" | "long" | "common" | "simple" | "personal";

export type PasswordJudgement =
  | { ok: true; strength: "fair" | "good" | "strong" }
  | { ok: false; fault: PasswordFault };

/** What a guesser knows of the person. */
export type PasswordOwner = { email?: string; name?: string };

export type CommonPasswords = ReadonlySet<string>;

/** Below this, a name says too little about a password that contains it. */
const TELLING_FROM = 3;
const DISTINCT_CHARS_MIN = 4;
const PRODUCT = "halfsilver";

let known: Promise<CommonPasswords> | undefined;

/** The list of common passwords, loaded at the first call. */
export function loadCommonPasswords(): Promise<CommonPasswords> {
  known ??= import("./common-passwords.json", { with: { type: "json" } }).then(
    ({ default: { passwords } }) => new Set(passwords.split(" ")),
  );
  return known;
}

/** @param common null while the list is on its way: then nothing counts as common */
export function judgePassword(
  password: string,
  owner: PasswordOwner,
  common: CommonPasswords | null,
): PasswordJudgement {
  const length = [...password].length;
  if (length < PASSWORD_MIN_CHARS) return { ok: false, fault: "short" };
  if (password.length > PASSWORD_MAX_CHARS) return { ok: false, fault: "long" };
  const plain = password.trim().toLowerCase();
  const bare = withoutEnds(plain);
  if (common?.has(plain) || common?.has(bare)) return { ok: false, fault: "common" };
  if (isPersonal(plain, bare, owner)) return { ok: false, fault: "personal" };
  const distinct = new Set(plain).size;
  if (distinct < DISTINCT_CHARS_MIN || isSequence(plain)) return { ok: false, fault: "simple" };
  if (length < PASSWORD_FAIR_CHARS) return { ok: true, strength: "fair" };
  const isLong = length >= 2 * PASSWORD_MIN_CHARS && distinct >= PASSWORD_MIN_CHARS;
  return { ok: true, strength: isLong ? "strong" : "good" };
}

/** `Password1!` is as common as `password`. */
function withoutEnds(plain: string): string {
  return plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

function isPersonal(plain: string, bare: string, { email = "", name = "" }: PasswordOwner) {
  const address = email.trim().toLowerCase();
  const [local = "", domain = ""] = address.split("@");
  const whole = name.trim().toLowerCase();
  const words = [PRODUCT, address, local, domain, whole, whole.replaceAll(/\s+/g, "")];
  const telling = words.filter((word) => [...word].length >= TELLING_FROM);
  return telling.some((word) => word === plain || word === bare || withoutEnds(word) === bare);
}

/** Each character follows the one before, as in `abcdefgh` and `87654321`. */
function isSequence(plain: string): boolean {
  const codes = [...plain].map((char) => char.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return [-1, 0, 1].some((step) => steps.every((one) => one === step));
}
