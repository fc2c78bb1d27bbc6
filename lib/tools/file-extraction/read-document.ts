/** Reads a PDF or an Office document in a process of its own. A hostile document can only end that process. */
import "server-only";
import { z } from "zod";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../limits.ts";
import { readLines } from "../sandbox/read-lines.ts";
import { packagesPath, spawnSandboxedNode, toolsPath } from "../sandbox/spawn-sandboxed-node.ts";
import { watchMemory } from "../sandbox/watch-memory.ts";

const HTMLPARSER = ["htmlparser2", "dist", "index.js"];
const LIBRARIES = {
  pdf: ["unpdf", "dist", "index.mjs"],
  docx: ["mammoth", "lib", "index.js"],
  xlsx: HTMLPARSER,
  pptx: HTMLPARSER,
};
/** Exit code of Node when its heap is full: SIGABRT, as shells number it. */
const ABORTED = 134;

const Reply = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    text: z.string(),
    /** Where each page, sheet or slide that was read starts in `text`; null where the format has no pages. */
    pageStarts: z.array(z.number()).nullable(),
    /** The number of them in the whole document; not all of them need have been read. */
    pageCount: z.number().nullable(),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(["damaged", "too-big", "password", "no-text"]),
  }),
]);
type Reply = z.infer<typeof Reply>;
export type ReadDocument = Reply | { ok: false; reason: "too-long" | "aborted" };

/** Never rejects. */
export function readDocument(
  kind: keyof typeof LIBRARIES,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const inside = toolsPath("file-extraction", "inside");
  const child = spawnSandboxedNode({
    script: `${inside}/worker.mjs`,
    args: [kind, packagesPath(...LIBRARIES[kind])],
    readable: [`${inside}/*`, toolsPath("sandbox", "inside", "*"), packagesPath("*")],
    heapMaxMb: LIMITS.processHeapMaxMb,
  });
  return new Promise((resolve) => {
    const finish = (read: ReadDocument) => {
      clearTimeout(timer);
      stopWatch();
      signal.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      resolve(read);
    };
    const abort = () => finish({ ok: false, reason: "aborted" });
    const tooBig = () => finish({ ok: false, reason: "too-big" });
    const timer = setTimeout(
      () => finish({ ok: false, reason: "too-long" }),
      LIMITS.processTimeoutMs,
    );
    const stopWatch = watchMemory(child.pid ?? 0, LIMITS.processMemoryMaxBytes, tooBig);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    readLines(
      child.stdout,
      LIMITS.processReplyMaxBytes,
      (line) => finish(parseReply(line)),
      tooBig,
    );
    child.once("error", () => finish({ ok: false, reason: "damaged" }));
    child.once("close", (code) => {
      finish({ ok: false, reason: code === null || code === ABORTED ? "too-big" : "damaged" });
    });
    child.stdin.end(bytes);
  });
}

function parseReply(line: string): ReadDocument {
  try {
    return Reply.parse(JSON.parse(line));
  } catch {
    return { ok: false, reason: "damaged" };
  }
}
