/** Makes the call that a person approves with their own changes, or says beside each field why a value does not fit. */
import "server-only";
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import {
  findNoDouble,
  ImpossibleNumberError,
  parseExact,
} from "../../contracts/json/exact-numbers.ts";
import { CHANGED_CALL_MAX_CHARS } from "../../contracts/limits.ts";
import type {
  ArgumentChange,
  ArgumentField,
  ArgumentProblem,
} from "../../contracts/public/send-message.ts";
import type { ChangedCall } from "../../contracts/run/hop-decision.ts";
import * as text from "../../messages/change-call.ts";
import { checkArguments } from "../../tools/check-arguments.ts";
import { ARGUMENT_DEPTH_MAX } from "../limits.ts";
import { type ChangeableCall, holdsSecret, listFields, readArguments } from "./call-fields.ts";

export type CallChange =
  /** `changed`: null where every value is as it was. */
  { ok: true; changed: ChangedCall | null } | { ok: false; problems: ArgumentProblem[] };

/**
 * What the browser sends says only which fields to change, and to what: everything else is the stored call.
 * @returns null where a change names what is no field of this call, or names it twice: no page of ours sends that
 */
export function changeCall(
  call: ChangeableCall,
  changes: readonly ArgumentChange[],
): CallChange | null {
  const fields = new Map(listFields(call).map((field) => [field.name, field]));
  const given = readArguments(call);
  const read = new Map<string, unknown>();
  const problems: ArgumentProblem[] = [];
  const named = new Set(changes.map(({ name }) => name));
  if (!given || named.size < changes.length) return null;
  for (const { name, value } of changes) {
    const field = fields.get(name);
    if (!field || field.kind === "masked") return null;
    if (value === field.value) continue;
    const result = readValue(field, value);
    if (!result.ok) problems.push({ name, message: result.message });
    else if (holdsSecret(name, result.value)) problems.push({ name, message: text.secretInside() });
    else if (JSON.stringify(result.value) !== JSON.stringify(given[name]))
      read.set(name, result.value);
  }
  if (problems.length > 0) return { ok: false, problems };
  if (read.size === 0) return { ok: true, changed: null };
  const entries = Object.entries(given);
  const made = Object.fromEntries(
    entries.map(([name, value]) => [name, read.has(name) ? read.get(name) : value]),
  );
  const misfits = findMisfits(call, made, [...read.keys()]);
  if (misfits.length > 0) return { ok: false, problems: misfits };
  const written = JSON.stringify(made);
  if (written.length > CHANGED_CALL_MAX_CHARS)
    return { ok: false, problems: [{ name: null, message: text.callTooLong() }] };
  const changed = entries.flatMap(([path, before]) =>
    read.has(path)
      ? [{ path, before: JSON.stringify(before), after: JSON.stringify(read.get(path)) }]
      : [],
  );
  const salt = randomBytes(16).toString("hex");
  return { ok: true, changed: { salt, arguments: written, changes: changed } };
}

type ReadValue = { ok: true; value: unknown } | { ok: false; message: string };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number stays as it was written. */
function readValue({ kind, options }: ArgumentField, given: string): ReadValue {
  const value = given.replaceAll("\0", "").toWellFormed();
  if (kind === "text") return { ok: true, value };
  if (kind === "choice")
    return options.includes(value)
      ? { ok: true, value }
      : refuse(text.notAChoice({ options: options.join(", ") }));
  if (kind === "number" && !NUMBER.test(value.trim())) return refuse(text.notANumber());
  if (kind === "boolean" && value !== "true" && value !== "false") return refuse(text.doesNotFit());
  try {
    const parsed = parseExact(value);
    return depthOf(parsed) > ARGUMENT_DEPTH_MAX
      ? refuse(text.tooDeep())
      : { ok: true, value: parsed };
  } catch (error) {
    if (error instanceof ImpossibleNumberError) return refuse(text.impossibleNumber());
    return refuse(text.notJson());
  }
}

function refuse(message: string): ReadValue {
  return { ok: false, message };
}

/** Of lists and objects inside each other; stops behind the limit. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    const inner = level.filter((item) => typeof item === "object" && item !== null);
    if (inner.length === 0 || depth > ARGUMENT_DEPTH_MAX) return depth;
    level = inner.flatMap((item) => Object.values(item as object));
  }
}

/** @param changed names; what is wrong with the others was wrong before */
function findMisfits(
  call: ChangeableCall,
  made: Record<string, unknown>,
  changed: readonly string[],
): ArgumentProblem[] {
  const checked = checkArguments(call.tool, made);
  if (checked.ok) return [];
  if (checked.why === "no-double") {
    const names = changed.filter((name) => findNoDouble(made[name]) !== undefined);
    const named = names.length > 0 ? names : [null];
    return named.map((name) => ({ name, message: text.noDouble() }));
  }
  const problems = new Map<string | null, string>();
  for (const issue of checked.error.issues) {
    const [first] = issue.path;
    const name = changed.find((one) => one === first) ?? null;
    if (!problems.has(name)) problems.set(name, describeIssue(issue));
  }
  return [...problems].map(([name, message]) => ({ name, message }));
}

/** A schema's own words may be a server's, so they are not shown. */
function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return expectedType(issue.expected);
    case "too_small":
      return isLong(issue.origin)
        ? text.tooShort({ minimum: Number(issue.minimum) })
        : text.tooSmall({ minimum: String(issue.minimum) });
    case "too_big":
      return isLong(issue.origin)
        ? text.tooLong({ maximum: Number(issue.maximum) })
        : text.tooBig({ maximum: String(issue.maximum) });
    case "invalid_format":
      return FORMS[issue.format]?.() ?? text.wrongForm();
    case "not_multiple_of":
      return issue.divisor === 1 ? expectedType("int") : text.doesNotFit();
    default:
      return text.doesNotFit();
  }
}

const FORMS: Readonly<Record<string, () => string>> = {
  email: text.notAnEmail,
  date: text.notADay,
  url: text.notAnAddress,
};

const isLong = (origin: string) => origin === "string";

function expectedType(expected: string): string {
  const words = Object.hasOwn(text.TYPES, expected) ? text.TYPES[expected] : undefined;
  return words ? text.wrongType({ expected: words }) : text.doesNotFit();
}
