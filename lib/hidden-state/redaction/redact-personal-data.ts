/** Redacts personal data: payment cards, bank accounts, government ids, e-mail addresses, telephone numbers. */

import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js";
import validator from "validator";
import { settings } from "../../env/settings.ts";
import { EMAIL_DOMAIN_MAX_CHARS, EMAIL_LOCAL_MAX_CHARS, PHONE_TEXT_MAX_CHARS } from "../limits.ts";
import { type Folded, foldText } from "./fold-text.ts";
import { redactCards } from "./redact-cards.ts";
import { redactGovernmentIds } from "./redact-government-ids.ts";
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

/** The classes that are masked. `phoneRegion`: the country of telephone numbers that name none. */
export type PersonalDataMasks = {
  cards: boolean;
  accounts: boolean;
  ids: boolean;
  emails: boolean;
  phones: boolean;
  phoneRegion?: CountryCode;
};

/** What the settings say. */
export function personalDataMasks(): PersonalDataMasks {
  const given = settings();
  return {
    cards: given.PERSONAL_DATA_CARDS === "mask",
    accounts: given.PERSONAL_DATA_ACCOUNTS === "mask",
    ids: given.PERSONAL_DATA_IDS === "mask",
    emails: given.PERSONAL_DATA_EMAILS === "mask",
    phones: given.PERSONAL_DATA_PHONES === "mask",
    phoneRegion: given.PERSONAL_DATA_PHONE_REGION,
  };
}

/** Replaces the personal data of the masked classes. Linear in the text. */
export function redactPersonalData(text: string, masks: PersonalDataMasks): Redacted {
  let folded = foldText(text);
  let redactions = 0;
  const apply = (rule: (given: Folded) => Redacted) => {
    const found = rule(folded);
    if (found.redactions === 0) return;
    folded = foldText(found.text);
    redactions += found.redactions;
  };
  if (masks.emails && text.includes("@")) apply(({ original }) => redactEmails(original));
  if (/\d/.test(folded.text)) {
    if (masks.accounts && ACCOUNT_HINT.test(folded.text)) apply(redactAccounts);
    if (masks.cards) apply(redactCards);
    if (masks.ids) apply(redactGovernmentIds);
    if (masks.phones) apply(({ original }) => redactPhones(original, masks.phoneRegion));
  }
  return { text: folded.original, redactions };
}

/** A country, two check digits, and up to 30 letters and digits, in groups of four or in one piece (ISO 13616). */
const ACCOUNT =
  /(?:(?<![A-Za-z0-9])|(?<=\\[abfnrtv]))[A-Za-z]{2}\d{2}(?:[A-Za-z0-9]{11,30}(?![A-Za-z0-9])|(?: [A-Za-z0-9]{4}(?![A-Za-z0-9])){2,8}(?: [A-Za-z0-9]{1,3}(?![A-Za-z0-9]))?)/g;
const ACCOUNT_HINT = /[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{5}/;

function redactAccounts(given: Folded): Redacted {
  return redactMatches(given, ACCOUNT, (match) => {
    // Words after a number in groups may look like groups: fewer of them are tried.
    for (let end = match.length; end > 0; end = match.lastIndexOf(" ", end - 1)) {
      const account = match.slice(0, end);
      if (validator.isIBAN(account)) return redactionMarker("account") + match.slice(end);
    }
    return null;
  });
}

const LOCAL_PART = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\u0080-\uffff-]*$/;
const DOMAIN = /^[A-Za-z0-9.\u0080-\uffff-]*[A-Za-z0-9\u0080-\uffff]/;

/** Replaces each address around an `@`. The limits of RFC 5321 bound what is read for each. */
function redactEmails(text: string): Redacted {
  let result = "";
  let redactions = 0;
  let copied = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const before = text.slice(Math.max(copied, at - EMAIL_LOCAL_MAX_CHARS), at);
    const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + EMAIL_DOMAIN_MAX_CHARS))?.[0] ?? "";
    const local = findLocalPart(LOCAL_PART.exec(before)?.[0] ?? "", domain);
    if (local === null) continue;
    result += text.slice(copied, at - local.length) + redactionMarker("email");
    redactions++;
    copied = at + 1 + domain.length;
  }
  return { text: result + text.slice(copied), redactions };
}

/** The longest end of `written` that makes an address: quotes, equals signs and escapes may stand before it. */
function findLocalPart(written: string, domain: string): string | null {
  if (validator.isEmail(`${written}@${domain}`)) return written;
  const bare = /[\w.+-]+$/.exec(written)?.[0].replace(/^[.+-]+/, "") ?? "";
  return validator.isEmail(`${bare}@${domain}`) ? bare : null;
}

const INTERNATIONAL = /(?<![\w+])\+\d[\d ().\-/\u00a0]{5,24}\d/g;

/** Telephone numbers with their country's prefix; with a region, also those as they are written there. */
function redactPhones(text: string, region: CountryCode | undefined): Redacted {
  if (region === undefined) {
    if (!text.includes("+")) return { text, redactions: 0 };
    return redactMatches(text, INTERNATIONAL, (match) => maskPhones(match, undefined));
  }
  // The library's search has no bound of its own for one text: it gets the text line by line.
  const isPhone = /\d[\d ().\-/\u00a0]{4,}\d/;
  return redactMatches(text, /[^\r\n]+/g, (line) =>
    line.length <= PHONE_TEXT_MAX_CHARS && isPhone.test(line) ? maskPhones(line, region) : null,
  );
}

/** @returns null where no telephone number was found; plain digits are none */
function maskPhones(line: string, region: CountryCode | undefined): string | null {
  const found = findPhoneNumbersInText(line, { ...(region ? { defaultCountry: region } : {}) });
  let result = "";
  let copied = 0;
  for (const { startsAt, endsAt } of found) {
    if (/^[\d.]*$/.test(line.slice(startsAt, endsAt))) continue;
    result += line.slice(copied, startsAt) + redactionMarker("phone");
    copied = endsAt;
  }
  return copied === 0 ? null : result + line.slice(copied);
}
