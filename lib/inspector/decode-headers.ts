/** Decodes pasted headers like those of a hop, and stores nothing. */
import "server-only";

import type { Actor } from "../access/actor.ts";
import { assertCan } from "../access/assert-can.ts";
import { HEADER } from "../agent-state/agent-state.ts";
import {
  decodeAgentStateHeader,
  extractAgentStateFromHeaders,
} from "../agent-state/agent-state-headers.ts";
import type { DecodeAnswer } from "../contracts/inspector/run/envelope-inspection.ts";
import * as texts from "../messages/inspector-findings.ts";
import { accessAt } from "./payload-access.ts";
import { inspectEnvelope, readEnvelope } from "./run/inspect-envelope.ts";

/**
 * Not masked for any operator: the caller already has the text, and the result contains nothing else.
 * @throws AppError `forbidden`
 */
export function decodeHeaders(actor: Actor, text: string): DecodeAnswer {
  assertCan(actor, "state:inspect");
  const pasted = parsePasted(text);
  if (!pasted.ok) return pasted;
  const { form, headers, ignored } = pasted;
  const decode = () =>
    // A bare value has no other headers that could contradict it.
    form === "value"
      ? decodeAgentStateHeader(headers[HEADER.state], "as-written")
      : extractAgentStateFromHeaders(headers, "as-written");
  const envelope = inspectEnvelope({
    headers,
    read: readEnvelope(decode, null),
    above: [],
    recorded: null,
    access: accessAt("full", actor, { runIds: [] }),
  });
  if (form !== "value") return { ok: true, form, ignoredLines: ignored, envelope };
  const why = texts.oneHeaderCannotBeChecked();
  const signature = { recorded: null, now: "not-checked" as const, why };
  return { ok: true, form, ignoredLines: ignored, envelope: { ...envelope, signature } };
}

type Pasted =
  | {
      ok: true;
      form: "lines" | "json" | "value";
      headers: Record<string, string>;
      ignored: number[];
    }
  | { ok: false; what: string; why: string; todo: string };

/** RFC 9110: the characters of a field name. */
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s?(.*)$/;
/** Prefixes that tools put before a header: `> ` and `< ` of curl, `-H '…'` of a command. */
const PREFIX = /^(?:[<>*]\s+|-H\s+|--header\s+)/;
const BARE_VALUE = /^[A-Za-z0-9+/_=-]{16,}$/;

/** Parses pasted headers: raw lines, a JSON object, or a bare value. Pure. */
function parsePasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") {
    return fail(texts.thereIsNothingToDecode(), texts.theTextIsEmpty(), texts.pasteHeaders());
  }
  if (trimmed.startsWith("{")) return parseJson(trimmed);
  if (BARE_VALUE.test(trimmed)) {
    return { ok: true, form: "value", headers: { [HEADER.state]: trimmed }, ignored: [] };
  }
  return parseLines(text);
}

function parseLines(text: string): Pasted {
  const headers: Record<string, string> = {};
  const ignored: number[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = unquote(withoutContinuation(raw.trim().replace(PREFIX, "")));
    const match = HEADER_LINE.exec(line);
    if (match) setFirst(headers, match[1] ?? "", (match[2] ?? "").trim());
    else if (line !== "") ignored.push(index + 1);
  }
  if (Object.keys(headers).length > 0) return { ok: true, form: "lines", headers, ignored };
  return fail(texts.noHeaderWasFound(), texts.noLineHasTheForm(), texts.pasteLinesOrJsonOrAValue());
}

/** A shell's line that goes on in the next one ends in a backslash. */
function withoutContinuation(line: string): string {
  return line.endsWith("\\") ? line.slice(0, -1).trimEnd() : line;
}

function parseJson(text: string): Pasted {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail(
      texts.theTextIsNotJson(),
      texts.itDoesNotEndLikeAnObject(),
      texts.pasteTheWholeObject(),
    );
  }
  if (typeof json !== "object" || json === null) return notHeaders(texts.itIsNoObject());
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(json)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first !== "string") return notHeaders(texts.aValueIsNotText());
    setFirst(headers, name, first);
  }
  if (Object.keys(headers).length === 0) return notHeaders(texts.itIsEmpty());
  return { ok: true, form: "json", headers, ignored: [] };
}

/** The first of repeated headers counts, as for a hop. No name is special, `__proto__` neither. */
function setFirst(headers: Record<string, string>, name: string, value: string): void {
  if (Object.hasOwn(headers, name)) return;
  Object.defineProperty(headers, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function unquote(text: string): string {
  const match = /^(['"])(.*)\1$/.exec(text);
  return match?.[2] ?? text;
}

const notHeaders = (why: string) =>
  fail(
    texts.theJsonIsNotAnObjectOfHeaders(),
    why,
    texts.pasteAnObjectLike({ example: '{"x-agent-state": "…"}' }),
  );

function fail(what: string, why: string, todo: string): Pasted {
  return { ok: false, what, why, todo };
}
