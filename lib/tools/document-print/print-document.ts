/** Prints a Markdown document as a PDF, in a process of its own: layout takes seconds where many letters are to be loaded. */
import "server-only";
import { z } from "zod";
import { readMarkdown } from "../../contracts/public/markdown/markdown-parser.ts";
import type { Who } from "../../gate/fair-gate.ts";
import { takePlace } from "../../gate/shared-work.ts";
import { DOCUMENT_PRINT_LIMITS as LIMITS } from "../limits.ts";
import { readLines } from "../sandbox/read-lines.ts";
import { packagesPath, spawnSandboxedNode, toolsPath } from "../sandbox/spawn-sandboxed-node.ts";

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
  who: Who & { signal: AbortSignal },
): Promise<PrintedDocument> {
  if (markdown.length > LIMITS.maxChars) return { ok: false, reason: "too-long" };
  const leave = await takePlace("print", who);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const isPlain = readMarkdown(markdown, "assistant") === null;
    return await runProcess(JSON.stringify({ markdown, isPlain, labels }), who.signal);
  } finally {
    leave();
  }
}

function runProcess(input: string, signal: AbortSignal): Promise<PrintedDocument> {
  const inside = toolsPath("document-print", "inside");
  const child = spawnSandboxedNode({
    script: `${inside}/worker.mjs`,
    args: [packagesPath()],
    readable: [`${inside}/*`, toolsPath("sandbox", "inside", "*"), packagesPath("*")],
    heapMaxMb: LIMITS.processHeapMaxMb,
  });
  return new Promise((resolve) => {
    const finish = (printed: PrintedDocument) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      resolve(printed);
    };
    const abort = () => finish({ ok: false, reason: "aborted" });
    const fail = () => finish({ ok: false, reason: "failed" });
    const timer = setTimeout(
      () => finish({ ok: false, reason: "too-long" }),
      LIMITS.processTimeoutMs,
    );
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    readLines(child.stdout, LIMITS.processReplyMaxBytes, (line) => finish(parse(line)), fail);
    child.once("error", fail);
    child.once("close", fail);
    child.stdin.end(input);
  });
}

function parse(line: string): PrintedDocument {
  try {
    const { pdf } = Reply.parse(JSON.parse(line));
    return { ok: true, pdf: new Uint8Array(Buffer.from(pdf, "base64")) };
  } catch {
    return { ok: false, reason: "failed" };
  }
}
