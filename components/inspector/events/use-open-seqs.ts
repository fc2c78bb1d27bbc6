"use client";
/** Which rows of the log are open. The one by whose address somebody came is. */
import { useCallback, useState } from "react";

type OpenSeqs = {
  openSeqs: ReadonlySet<number>;
  /** Always the same function, or every row would be rendered again. */
  flipRow: (seq: number) => void;
};

export function useOpenSeqs(first: number | null): OpenSeqs {
  const [openSeqs, setOpenSeqs] = useState<ReadonlySet<number>>(
    () => new Set(first === null ? [] : [first]),
  );
  const flipRow = useCallback((seq: number) => setOpenSeqs((before) => flip(before, seq)), []);
  return { openSeqs, flipRow };
}

function flip(seqs: ReadonlySet<number>, seq: number): Set<number> {
  const next = new Set(seqs);
  if (!next.delete(seq)) next.add(seq);
  return next;
}
