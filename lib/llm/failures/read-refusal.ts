/** The codes and the words of a provider's error, wherever it writes them. Pure. */
import "server-only";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { REFUSAL_DEPTH_MAX, REFUSAL_PARTS_MAX, REFUSAL_WORDS_MAX_CHARS } from "../limits.ts";

export type Refusal = {
  /** In lower case: codes, types, reasons and ids of quotas, and the parameter that was refused. */
  codes: ReadonlySet<string>;
  /** What is judged by its wording. What a provider sends back of the request or of the model is not in it. */
  words: string;
};

const CODED = new Set(
  "code type status reason param quotaid quota_id error_type errortype __type name".split(" "),
);
/** Fields that repeat the request, as FastAPI does, or what the model wrote, as Groq does. */
const ECHOED = new Set(
  "input failed_generation ctx body request prompt messages tool_calls user_message content".split(
    " ",
  ),
);

/** @param error the error of a response, or its whole body */
export function readRefusal(error: unknown): Refusal {
  const codes = new Set<string>();
  let left = REFUSAL_PARTS_MAX;
  const walk = (value: unknown, depth: number) => {
    left -= 1;
    if (left < 0 || depth > REFUSAL_DEPTH_MAX) return;
    if (Array.isArray(value)) for (const each of value) walk(each, depth + 1);
    else if (isRecord(value))
      for (const [key, each] of Object.entries(value)) {
        const isCode = CODED.has(key.toLowerCase());
        const isWord = typeof each === "string" || typeof each === "number";
        if (isCode && isWord) codes.add(String(each).toLowerCase());
        if (key === "failed_generation") codes.add(key);
        if (!ECHOED.has(key)) walk(each, depth + 1);
      }
    // Gateways put the error of the server behind them into a text.
    else if (typeof value === "string" && /^\s*[[{]/.test(value)) walk(parseJson(value), depth + 1);
  };
  walk(error, 0);
  const text =
    typeof error === "string"
      ? error
      : JSON.stringify(error, (key, value) => (ECHOED.has(key) ? undefined : value));
  return { codes, words: (text ?? "").slice(0, REFUSAL_WORDS_MAX_CHARS) };
}

/** The code and text of a reply that was read elsewhere, in one line. */
export function refusalOfText(words: string): Refusal {
  const codes = words.match(/\b\w+(?:_\w+)+\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [];
  return { codes: new Set(codes.map((code) => code.toLowerCase())), words };
}
