/** Chooses which pieces of an answer are rendered, because an answer may have thousands. Pure. */
import type { TranscriptPiece } from "@/lib/contracts/inspector/conversation/public-transcript.ts";

/** Pieces rendered before and after the current one. */
const AROUND = 40;

/** Index of the newest piece that the person had received by an event; null before the first. */
export function pieceAt(pieces: readonly TranscriptPiece[], seq: number): number | null {
  const next = pieces.findIndex((piece) => piece.seq > seq);
  const index = next < 0 ? pieces.length - 1 : next - 1;
  return index < 0 ? null : index;
}

/** The first pieces, or those around the current one. */
export function piecesAround(
  pieces: readonly TranscriptPiece[],
  current: number | null,
): readonly TranscriptPiece[] {
  const from = Math.max(0, Math.min((current ?? 0) - AROUND, pieces.length - 2 * AROUND));
  return pieces.slice(from, from + 2 * AROUND);
}

/** The answer that the pieces make up. */
export function joinPieces(pieces: readonly TranscriptPiece[]): string {
  return pieces.map(({ kind, words }) => (kind === "text" ? words : "")).join("");
}
