/**
 * Redacts short codes by the name beside them: the codes of cards (CVV, PIN), one-time passwords, codes of a login. A code
 * alone is a number like others.
 */
import { CODE_MAX_CHARS, NAME_OF_NUMBER_MAX_CHARS } from "../limits.ts";
import { type Folded, foldText } from "./fold-text.ts";
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

/** The code on a card. It has three or four digits. */
const CARD_CODES = `cvv2?|cvc2?|card[ _-]?(?:verification|security|validation)[ _-]?(?:code|number|value)|kartenpr[üu]f(?:ziffer|nummer)`;
const CODES = `t?otp(?:[ _-]?code)?|one[ _-]?time[ _-]?(?:pass(?:word|code)?|code|pin)|(?:security|verification|2fa|mfa|two[ _-]?factor|sms|log[ _-]?in|sign[ _-]?in|auth(?:entication|ori[sz]ation)?|access|unlock|backup|recovery|confirmation|reset|pairing)[ _-]?code|passcode|puk|geheimzahl|sicherheitscode|best[äa]tigungscode|einmal(?:code|passwort|kennwort)|code (?:de s[ée]curit[ée]|secret|de v[ée]rification)|c[óo]digo de (?:seguridad|verificaci[óo]n)|验证码|安全码|認証コード|暗証番号|код подтверждения|пин-код`;
/** Their capitals count: a pin and a tan are something else, too. */
const PIN = `(?:(?<![A-Za-z0-9])[Pp]in|(?<![A-Z])PIN|(?<=[a-z])P(?:in|IN)|(?<![A-Za-z0-9])(?:m|i|push|chip|sms)?TAN)(?:[ _-]?(?:[Cc]ode|[Nn]umber|CODE|NUMBER))?`;

/** Names of any of them, for a quick check and for the names of columns. */
const ANY_CODE = new RegExp(`${CARD_CODES}|${CODES}|pin|tan(?![a-z])`, "i");
const NAMES = `${CARD_CODES}|${CODES}|pin`;
const WHOLE_NAME = new RegExp(
  String.raw`^(?:\p{L}+[ _-])??(?:${CARD_CODES}|${CODES}|pin(?:[ _-]?(?:code|number))?)$`,
  "iu",
);

/** What may stand between a name and its code: signs, tags and small words. */
const LINK = String.raw`((?:<[^<>\n]{0,40}>|["'\x60*_|()[\]{}<>/:=#,;→：＝\\-]|[ \t]|(?:is|was|are|code|number|no\.|nr\.|value|of|for|my|the|this|your|our|new|card|account|transaction|purchase|payment|login|(?:been |was )?(?:changed|set|reset) to|ist|es|est|lautet)(?![\p{L}])|[是は]){1,16}?)`;
const END = String.raw`(?![\p{L}\p{N}%_]|[.,:/]\d|-\d)`;
const START = String.raw`(?<![\p{L}\p{N}])`;
const DIGITS = String.raw`\d{3,10}|\d{3,4}[ -]\d{3,4}|\d(?:[ -]\d){3,7}`;
/** A code with capitals holds a digit. */
const CODE = String.raw`(?:[A-Z]{1,2}-)?(?:${DIGITS})|(?=[A-Z]*\d)[A-Z\d]{5,10}`;

type Rule = {
  /** A text without it is skipped: the pattern looks around each place, which is slow. */
  hint: RegExp;
  /** Its groups: the name, what stands between, the code. */
  pattern: RegExp;
  isCode?: (parts: Parts) => boolean;
};
type Parts = { text: string; at: number; name: string; link: string; value: string };

const RULES: Rule[] = [
  {
    hint: new RegExp(CARD_CODES, "i"),
    pattern: new RegExp(`${START}(${CARD_CODES})(?![A-Za-z\\p{N}])${LINK}(\\d{3,4})${END}`, "giu"),
  },
  {
    hint: new RegExp(CODES, "i"),
    pattern: new RegExp(`${START}(${CODES})(?![A-Za-z\\p{N}])${LINK}(${CODE})${END}`, "giu"),
    isCode: ({ value }) => value === value.toUpperCase(),
  },
  {
    hint: /[Pp]in|PIN|TAN/,
    pattern: new RegExp(
      `(${PIN})(?![A-Za-z\\p{N}])${LINK}(\\d{4,8}|\\d{4} \\d{4}|\\d(?:[ -]\\d){3,7})${END}`,
      "gu",
    ),
    isCode: isPin,
  },
  // The name on a line of its own, and the code on the next.
  {
    hint: new RegExp(`(?:${NAMES})[ \\t*:]{0,4}\\r?\\n`, "i"),
    pattern: new RegExp(
      String.raw`(?<=^|\n)([ \t*#>-]{0,6}(?:${NAMES})[ \t*:]{0,4})(\r?\n\s{0,8})(${DIGITS})(?=[ \t]*(?:\r?\n|$))`,
      "giu",
    ),
  },
];
const BEFORE_NAME = String.raw` (?:is|as|ist) (?:your|the|my|our|a|ihr|dein) (?:[\p{L}'-]{1,24} ){0,3}?(?:${NAMES})(?![\p{L}\p{N}])| ?\((?:the |my |your )?(?:${NAMES})\)`;
/** The code before its name: "482913 is your login code", "737 (CVV)". */
const BEFORE = {
  hint: / (?:is|as|ist) (?:your|the|my|our|a|ihr|dein) |\((?:the |my |your )?[^()\s]{3,14}(?: code)?\)/i,
  pattern: new RegExp(
    String.raw`(?<![\p{L}\p{N}.,:/-])((?:[A-Z]{1,2}-)?(?:${DIGITS}))(?=${BEFORE_NAME})`,
    "giu",
  ),
};

/** True where a code may stand in the text. */
export function mentionsCodes(text: string): boolean {
  const plain = foldText(text).text;
  return /\d/.test(plain) && ANY_CODE.test(plain);
}

/** True for a name of a field or column that holds codes and nothing else. */
export function isCodeName(name: string): boolean {
  return WHOLE_NAME.test(name.trim().replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** True for what may be a code in a field of such a name. */
export function isCode(value: string): boolean {
  return (
    value.length <= CODE_MAX_CHARS &&
    /^[A-Za-z\d]+(?:[ -][A-Za-z\d]+)*$/.test(value) &&
    /\d{3}|\d\D*\d\D*\d/.test(value)
  );
}

/** Replaces each code with `[redacted:field]`. Linear in the text. */
export function redactCodes(text: string): Redacted {
  let folded = foldText(text);
  let redactions = 0;
  const apply = (found: Redacted) => {
    if (found.redactions === 0) return;
    folded = foldText(found.text);
    redactions += found.redactions;
  };
  for (const rule of RULES) {
    if (rule.hint.test(folded.text)) apply(applyRule(folded, rule));
  }
  if (BEFORE.hint.test(folded.text))
    apply(redactMatches(folded, BEFORE.pattern, () => redactionMarker("field")));
  return { text: folded.original, redactions };
}

function applyRule(folded: Folded, { pattern, isCode: isMeant = () => true }: Rule): Redacted {
  return redactMatches(folded, pattern, (_match, [name = "", link = "", value = ""], at) =>
    isMeant({ text: folded.text, at, name, link, value })
      ? name + link + redactionMarker("field")
      : null,
  );
}

const OWNED =
  /(?:my|your|his|her|their|our|the|a|an|card|bank|atm|sim|phone|door|gate|alarm|safe|secret|new|old|current|temporary|login|unlock|account|visa|enter|use)[ "'\x60]{1,2}$/i;
const PERSONAL = /(?<![a-z])(?:my|your|atm|bank|card|sim|phone|door|login|secret|unlock)(?![a-z])/i;

/** "Pin 1200 posts" and the pin of a board are none, and six digits after "pin code" are an Indian address. */
function isPin({ text, at, name, link, value }: Parts): boolean {
  const before = text.slice(Math.max(0, at - NAME_OF_NUMBER_MAX_CHARS), at);
  if (/code$/i.test(name) && value.length === 6 && !PERSONAL.test(before)) return false;
  return /[A-Z]{3}/.test(name) || link.trim() !== "" || OWNED.test(before);
}
