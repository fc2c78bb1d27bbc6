"use client";
/** Which rows of the log are open. The one that the address picks out is, and is brought into view. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { pickEvent, usePanel } from "../run/use-panel.ts";

type OpenRows = {
  openSeqs: ReadonlySet<number>;
  pickedSeq: number | null;
  /** Always the same function, or every row would be rendered again. */
  toggle: (seq: number, isOpen: boolean) => void;
  openOnly: (seqs: readonly number[]) => void;
};

export function useOpenRows(list: RefObject<HTMLElement | null>): OpenRows {
  const { pickedSeq } = usePanel();
  const [openSeqs, setOpenSeqs] = useState<ReadonlySet<number>>(
    () => new Set(pickedSeq === null ? [] : [pickedSeq]),
  );
  const clickedSeq = useRef<number | null>(null);
  useEffect(() => {
    // Who clicks a row is looking at it; who comes by its address has to be brought there, once rows have their size.
    if (pickedSeq === null || clickedSeq.current === pickedSeq) return;
    const frame = requestAnimationFrame(() => {
      const picked = list.current?.querySelector(`[data-seq="${pickedSeq}"]`);
      if (picked && !isInView(picked)) picked.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [pickedSeq, list]);
  const toggle = useCallback((seq: number, isOpen: boolean) => {
    setOpenSeqs((before) => (isOpen ? new Set(before).add(seq) : without(before, seq)));
    clickedSeq.current = seq;
    pickEvent(isOpen ? seq : null);
  }, []);
  const openOnly = useCallback((seqs: readonly number[]) => setOpenSeqs(new Set(seqs)), []);
  return { openSeqs, pickedSeq, toggle, openOnly };
}

function without(seqs: ReadonlySet<number>, seq: number): Set<number> {
  const fewer = new Set(seqs);
  fewer.delete(seq);
  return fewer;
}

/** True where its beginning can be seen, with room below it. */
function isInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 96 && top <= window.innerHeight * 0.7;
}
