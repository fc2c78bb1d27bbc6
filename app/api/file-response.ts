/** Answers that are files: a browser saves them, and never opens them in this origin. */
import "server-only";
import { contentDisposition } from "@/lib/edge/file-name.ts";

export function fileResponse(name: string, type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": contentDisposition(name),
      "cache-control": "private, no-store",
    },
  });
}

/**
 * The body of an answer whose pieces are written as they are read. Reads the first piece before the answer begins, so that a
 * refusal is still one, and each further one when the last was sent. A browser that disconnects ends the reading.
 */
export async function streamPieces(
  pieces: AsyncGenerator<Uint8Array | string, void>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next: Awaited<ReturnType<typeof pieces.next>> | null = await pieces.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = next ?? (await pieces.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
