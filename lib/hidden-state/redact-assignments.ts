/** Secrets by the name in front of them, in text of any kind: settings, headers, URLs, source, broken JSON. */
import { findAssignedValue } from "./assigned-value.ts";
import { type Redacted, redactionMarker } from "./redaction-marker.ts";
import { isSecretName } from "./secret-names.ts";

/** The last word of a secret's name, what may follow it in the name, and the separator. */
const NAME =
  /((?:pass(?:word|wd|phrase|code)|pwd|secret|token|api[_. -]?key|authorization|cookie|credential|jwt|(?:private|access|secret|account|signing|encryption|shared|service)[_. -]?key|connection[_. -]?string|session[_-]?id)[\w-]{0,24})(["'`\\]{0,8}\s{0,4}(?:=>|:=|[:=])[ \t]{0,4}| )/gi;
const NAME_PREFIX_MAX_CHARS = 48;

function findNameStart(text: string, keywordStart: number): number {
  let start = keywordStart;
  const first = Math.max(0, keywordStart - NAME_PREFIX_MAX_CHARS);
  while (start > first && /[\w.-]/.test(text[start - 1] ?? "")) start--;
  return start;
}

/** Replaces values assigned to secrets' names with `[redacted:field]`. Linear in the text. */
export function redactAssignments(text: string): Redacted {
  let result = "";
  let redactions = 0;
  let copied = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const [whole, keyword = "", separator = ""] = match;
    const at = match.index + whole.length;
    const name = {
      start: findNameStart(text, match.index),
      end: match.index + keyword.length,
    };
    const called = text.slice(name.start, name.end);
    // `--password hunter2` is the only form with nothing but a space between.
    if (separator === " " && !called.startsWith("--")) continue;
    if (!isSecretName(called)) continue;
    const value = findAssignedValue(text, name, separator.replace(/["'`\\]/g, ""), at);
    if (!value) continue;
    result += text.slice(copied, value.start) + redactionMarker("field");
    redactions++;
    copied = value.end;
    NAME.lastIndex = value.end;
  }
  return { text: result + text.slice(copied), redactions };
}
