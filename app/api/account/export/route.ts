/** `GET`: everything of the person's own as one ZIP archive, written as it is read. */
import "server-only";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { fileResponse, streamPieces } from "@/app/api/file-response.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { type ExportedFile, exportAccount } from "@/lib/db/accounts/export-account.ts";
import * as text from "@/lib/messages/export.ts";

export function GET(): Promise<Response> {
  return respond(async () => {
    const pieces = writeZip(exportAccount(await requireActor()));
    return fileResponse(`${text.everything()}.zip`, "application/zip", await streamPieces(pieces));
  });
}

/**
 * Writes a ZIP archive while its files are read.
 * @yields the bytes of the archive, in order
 */
async function* writeZip(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array, void> {
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
