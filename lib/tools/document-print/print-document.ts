/** Prints a Markdown document as a PDF, in a process of its own: layout takes seconds where many letters are to be loaded. */
import "server-only";
import { z } from "zod";
import { readMarkdown } from "../../contracts/public/markdown/markdown-parser.ts";
import type { Waiting } from "../../gate/fair-gate.ts";
import { givesWay, takePlace } from "../../gate/shared-work.ts";
import { DOCUMENT_PRINT_LIMITS as LIMITS } from "../limits.ts";
import { runOnce, workerOptions } from "../sandbox/run-once.ts";
import { packagesPath } from "../sandbox/spawn-sandboxed-node.ts";
import { printableTokens } from "./printable-tokens.ts";

const Reply = z.object({
  /** The PDF, as base64. */
  pdf: z.string(),
});

export type PrintedDocument =
  | { ok: true; pdf: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: "too-long" | "failed" | "aborted" };

/**
 * Latin, Greek, Cyrillic, Arabic, Hebrew, Chinese, Japanese and Korean letters are printed; another one, such as an
 * emoji, is printed as an asterisk, and a note at the end says so.
 * @param labels texts of the page: of its number, with `{page}` and `{pages}`, and of the notes
 *   that a letter is missing, and that the document is printed as it was written
 * @param who of whose places it takes one
 * @throws AppError `too-much-at-once`
 */
export async function printDocument(
  markdown: string,
  labels: { page: string; missing: string; plain: string },
  who: Waiting,
): Promise<PrintedDocument> {
  if (markdown.length > LIMITS.maxChars) return { ok: false, reason: "too-long" };
  const leave = await takePlace("print", who);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const tokens = readMarkdown(markdown, "assistant");
    const printed = tokens && printableTokens(tokens);
    return await runProcess(JSON.stringify({ markdown, tokens: printed, labels }), who);
  } finally {
    leave();
  }
}

async function runProcess(input: string, who: Waiting): Promise<PrintedDocument> {
  const worker = workerOptions("document-print", [packagesPath()], LIMITS);
  const options = { ...worker, isLast: givesWay(who) };
  const reply = await runOnce(options, input, who.signal);
  return reply.ok ? parse(reply.line) : { ok: false, reason: FAILURES[reply.reason] };
}

const FAILURES = {
  "too-much-work": "too-long",
  "too-slow": "too-long",
  "too-big": "failed",
  hung: "failed",
  crashed: "failed",
  aborted: "aborted",
} as const;

function parse(line: string): PrintedDocument {
  try {
    const { pdf } = Reply.parse(JSON.parse(line));
    return { ok: true, pdf: new Uint8Array(Buffer.from(pdf, "base64")) };
  } catch {
    return { ok: false, reason: "failed" };
  }
}
