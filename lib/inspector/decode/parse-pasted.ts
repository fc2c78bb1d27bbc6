import "server-only";
/** Parses pasted headers: raw lines, a JSON object, or a bare value. Pure. */
import { HEADER } from "../../agent-state/agent-state.ts";

export type Pasted =
  | {
      ok: true;
      form: "lines" | "json" | "value";
      headers: Record<string, string>;
      ignored: number[];
    }
  | { ok: false; what: string; why: string; todo: string };

/** RFC 9110: the characters of a field name. */
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s?(.*)$/;
/** What tools put before a header: `> ` and `< ` of curl, `-H '…'` of a command. */
const PREFIX = /^(?:[<>*]\s+|-H\s+|--header\s+)/;
const BARE_VALUE = /^[A-Za-z0-9+/_=-]{16,}$/;

export function parsePasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") {
    return fail("There is nothing to decode", "The text is empty.", "Paste headers.");
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
    const line = unquote(
      raw
        .trim()
        .replace(PREFIX, "")
        .replace(/\s*\\$/, ""),
    );
    const match = HEADER_LINE.exec(line);
    if (match) setFirst(headers, match[1] ?? "", (match[2] ?? "").trim());
    else if (line !== "") ignored.push(index + 1);
  }
  if (Object.keys(headers).length > 0) return { ok: true, form: "lines", headers, ignored };
  return fail(
    "No header was found",
    "No line has the form “name: value”.",
    "Paste raw header lines, a JSON object of headers, or the value of x-agent-state.",
  );
}

function parseJson(text: string): Pasted {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail(
      "The text is not JSON",
      "It begins like a JSON object and does not end like one.",
      "Paste the whole object, or raw header lines.",
    );
  }
  if (typeof json !== "object" || json === null) return notHeaders("It is no object.");
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(json)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first !== "string")
      return notHeaders("A value in it is neither text nor a list of texts.");
    setFirst(headers, name, first);
  }
  if (Object.keys(headers).length === 0) return notHeaders("It is empty.");
  return { ok: true, form: "json", headers, ignored: [] };
}

/** The first of several counts, as it does for a hop; `__proto__` is a name like any other. */
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
  fail("The JSON is not an object of headers", why, 'Paste an object like {"x-agent-state": "…"}.');

function fail(what: string, why: string, todo: string): Pasted {
  return { ok: false, what, why, todo };
}
