/** Which pieces of an answer are drawn, because an answer may have thousands. Pure. */
import type { SeenPiece } from "@/lib/contracts/inspector/conversation/public-transcript.ts";

/** Pieces on the page on either side of the one that is looked at. */
const AROUND = 40;

/** Index of the newest piece that the person had when an event happened; null before the first. */
export function pieceAt(pieces: readonly SeenPiece[], seq: number): number | null {
  const next = pieces.findIndex((piece) => piece.seq > seq);
  const index = next < 0 ? pieces.length - 1 : next - 1;
  return index < 0 ? null : index;
}

/** The first ones, or those around the current one. */
export function piecesAround(
  pieces: readonly SeenPiece[],
  current: number | null,
): readonly SeenPiece[] {
  const from = Math.max(0, Math.min((current ?? 0) - AROUND, pieces.length - 2 * AROUND));
  return pieces.slice(from, from + 2 * AROUND);
}

/** The answer as its pieces make it. */
export function joinPieces(pieces: readonly SeenPiece[]): string {
  return pieces.map(({ kind, words }) => (kind === "text" ? words : "")).join("");
}
