/** A formula, typeset by KaTeX, which is loaded when the first one is met. Until then, its source. */
"use client";
import { useCallback, useEffect, useState } from "react";
import { SCROLLABLE } from "../in-place.tsx";
import { loadedTypesetter, loadTypesetter } from "./load-typesetter.ts";

type MathViewProps = { tex: string; isDisplay: boolean };

export function MathView({ tex, isDisplay }: MathViewProps) {
  const [typeset, setTypeset] = useState(loadedTypesetter);
  useEffect(() => {
    if (typeset) return;
    let isWanted = true;
    loadTypesetter().then(
      (loaded) => isWanted && setTypeset(() => loaded),
      // The source stays.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [typeset]);
  const draw = useCallback(
    (place: HTMLElement | null) => {
      if (place) typeset?.(tex, place, isDisplay);
    },
    [typeset, tex, isDisplay],
  );
  if (!typeset) return <code className="math-source">{tex}</code>;
  if (!isDisplay) return <span key={tex} ref={draw} className="math" />;
  return (
    <span className="math-display" {...SCROLLABLE}>
      <span key={tex} ref={draw} />
    </span>
  );
}
