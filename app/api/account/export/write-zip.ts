/** Writes a ZIP archive while its files are read. */
import "server-only";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { ExportedFile } from "@/lib/db/accounts/export-account.ts";

/** @yields the bytes of the archive, in order */
export async function* writeZip(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const take = () => {
    const taken = written;
    written = [];
    return taken;
  };
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for await (const { path, isText, pieces } of files) {
    const file = isText ? new ZipDeflate(path) : new ZipPassThrough(path);
    zip.add(file);
    for await (const piece of pieces) {
      file.push(piece);
      yield* take();
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
