/** The body of an answer whose pieces are written as they are read. */
import "server-only";

/**
 * Reads the first piece before the answer begins, so that a refusal is still one, and each further one when the last was sent. A
 * browser that disconnects ends the reading.
 */
export async function streamPieces(
  pieces: AsyncGenerator<Uint8Array, void>,
): Promise<ReadableStream<Uint8Array>> {
  let next: IteratorResult<Uint8Array, void> | null = await pieces.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = next ?? (await pieces.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
