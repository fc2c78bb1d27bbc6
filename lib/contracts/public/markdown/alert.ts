/** Alerts as GitHub writes them: a quotation whose first line is `[!NOTE]` or another of five kinds. Pure. */
import type { Token, Tokens } from "marked";

const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;
export type AlertKind = (typeof ALERTS)[number];

const HEAD = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** @returns null for a quotation that is none; `tokens` are without the line that names the kind */
export function alertOf(quotation: Tokens.Generic): { kind: AlertKind; tokens: Token[] } | null {
  const [first, ...rest] = quotation.tokens ?? [];
  if (first?.type !== "paragraph") return null;
  const [words, ...others] = first.tokens ?? [];
  if (words?.type !== "text" || !("text" in words)) return null;
  const [head, kind = ""] = HEAD.exec(words.raw) ?? [];
  const isBroken = others[0]?.type === "br";
  if (head === undefined) return null;
  // The line ends with it: marks may follow on the next one only.
  const left = words.raw.slice(head.length);
  if (!head.endsWith("\n") && others.length > 0 && !isBroken) return null;
  const tokens = [
    ...(left === "" ? [] : [{ ...words, raw: left, text: left }]),
    ...(isBroken && left === "" ? others.slice(1) : others),
  ];
  const name = kind.toLowerCase() as AlertKind;
  return {
    kind: name,
    tokens: tokens.length > 0 ? [{ ...first, tokens } as Token, ...rest] : rest,
  };
}
