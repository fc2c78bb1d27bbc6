import "server-only";
/** Reads a PDF or a Word document in a process of its own: a hostile one can do no more than end that process. */
import { z } from "zod";
import { packagesPath, toolsPath } from "../sandbox/own-paths.ts";
import { readLines } from "../sandbox/read-lines.ts";
import { spawnSandboxedNode } from "../sandbox/spawn-sandboxed-node.ts";
import { watchMemory } from "../sandbox/watch-memory.ts";

const LIBRARIES = { pdf: ["unpdf", "dist", "index.mjs"], docx: ["mammoth", "lib", "index.js"] };
const TIMEOUT_MS = 20_000;
const HEAP_MAX_MB = 512;
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
/** The worker stops at two million characters, of which each may take six bytes. */
const REPLY_MAX_BYTES = 16 * 1024 * 1024;

/** How Node ends when its heap is full: by SIGABRT, which a shell would call this. */
const ABORTED = 134;

const Reply = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    text: z.string(),
    /** Where each page that was read begins in `text`; null where the format has no pages. */
    pageStarts: z.array(z.number()).nullable(),
    /** May be more than were read. */
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
    heapMaxMb: HEAP_MAX_MB,
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
    const timer = setTimeout(() => finish({ ok: false, reason: "too-long" }), TIMEOUT_MS);
    const stopWatch = watchMemory(child.pid ?? 0, MEMORY_MAX_BYTES, tooBig);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    readLines(child.stdout, REPLY_MAX_BYTES, (line) => finish(parseReply(line)), tooBig);
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
