/**
 * Tells a raw payment mandate (AP2: intent, cart and payment mandates) from the ids and digests that may stand for one. It may
 * be an object, a signed token, or either as text.
 */
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { Ap2 } from "../../contracts/run/gateway-analytics.ts";
import { JSON_IN_TEXT_MAX, VALUE_DEPTH_MAX } from "../limits.ts";

/** Names of fields that hold a mandate, without separators and in lower case. */
const MANDATE_FIELD =
  /(?:^|ap2|raw|signed|open|closed)(?:intent|cart|payment|checkout)mandate(?:s|contents?|jwt|sdjwt|vc|vp|credential|token|object|json)?$|^(?:raw|signed)?mandates?(?:jwt|sdjwt|token|json)?$/;
/** Fields that only a mandate has. */
const OWN_FIELDS = [
  "payment_mandate_contents",
  "user_authorization",
  "merchant_authorization",
  "user_cart_confirmation_required",
] as const;
/** As credentials name their type. */
const MANDATE_TYPE =
  /(?:intent|cart|payment|checkout)[ _-]?mandate|mandate\.(?:intent|cart|payment|checkout)/i;
const TYPE_FIELDS = ["type", "@type", "vct", "kind"] as const;
const TOKEN = /^eyJ[\w-]*\.(eyJ[\w-]*)(?:\.[\w~.-]*)?$/;
const MENTION = /mandate|ap2|_authorization/i;

/** True for an object that is a mandate, whatever the field is called. */
export function isMandate(value: object): boolean {
  if (Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  return (
    OWN_FIELDS.some((name) => Object.hasOwn(fields, name)) ||
    TYPE_FIELDS.some((name) => Object.hasOwn(fields, name) && namesMandate(fields[name])) ||
    (Object.hasOwn(fields, "natural_language_description") &&
      Object.hasOwn(fields, "intent_expiry"))
  );
}

/** A credential has one type or a list of them. */
function namesMandate(type: unknown): boolean {
  const types: unknown[] = Array.isArray(type) ? type.flat() : [type];
  return types.some((one) => typeof one === "string" && MANDATE_TYPE.test(one));
}

/** True for a field that holds a mandate. Ids and digests of one are none. */
export function isMandateField(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === "boolean") return false;
  const bare = name.toLowerCase().replace(/[^a-z0-9]+/g, "");
  if (bare === "ap2") return !Ap2.safeParse(value).success;
  if (typeof value === "string")
    return isMandateToken(value) || (MANDATE_FIELD.test(bare) && isSigned(value));
  return typeof value === "object" && MANDATE_FIELD.test(bare) && Object.keys(value).length > 0;
}

/** A token, or an object as text. */
function isSigned(text: string): boolean {
  return TOKEN.test(text.trim()) || isRecord(parseJson(text));
}

function isMandateToken(text: string): boolean {
  const body = TOKEN.exec(text.trim())?.[1];
  if (body === undefined) return false;
  const claims = parseJson(Buffer.from(body, "base64url").toString());
  return (
    isRecord(claims) &&
    (isMandate(claims) || Object.keys(claims).some((key) => isMandateField(key, claims[key])))
  );
}

/** @returns the raw mandates in a value, also in JSON that stands in it as text; none for ids and digests */
export function findMandates(value: unknown): unknown[] {
  const found: unknown[] = [];
  const visit = (item: unknown, depth: number, texts: number): void => {
    if (typeof item === "string") {
      if (isMandateToken(item)) found.push(item);
      else if (texts < JSON_IN_TEXT_MAX && /^\s*[[{]/.test(item) && MENTION.test(item))
        visit(parseJson(item), depth + 1, texts + 1);
      return;
    }
    if (typeof item !== "object" || item === null || depth > VALUE_DEPTH_MAX) return;
    if (isMandate(item)) {
      found.push(item);
      return;
    }
    for (const [name, inner] of Object.entries(item)) {
      if (isMandateField(name, inner)) found.push(inner);
      else visit(inner, depth + 1, texts);
    }
  };
  visit(value, 0, 0);
  return found;
}
