/** A formula, typeset by KaTeX, which is loaded when the first one is met. Until then, its source. */
"use client";
import { useCallback, useEffect, useMemo, useState } from "react";
import * as text from "@/lib/messages/chat.ts";
import { SCROLLABLE } from "./in-place.tsx";

/** Stops a formula that defines itself over and over. */
const EXPANSIONS_MAX = 500;
const SIZE_MAX_EM = 20;
let loaded: Typesetter | null = null;
/** @returns null until it has been loaded */
const loadedTypesetter = (): Typesetter | null => loaded;

type MathViewProps = { tex: string; isDisplay: boolean };

export function MathView({ tex, isDisplay }: MathViewProps) {
  const [typesetter, setTypesetter] = useState(loadedTypesetter);
  useEffect(() => {
    if (typesetter) return;
    let isWanted = true;
    loadTypesetter().then(
      (loaded) => isWanted && setTypesetter(loaded),
      // The source stays.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [typesetter]);
  const fits = useMemo(() => typesetter?.fits(tex) ?? false, [typesetter, tex]);
  const draw = useCallback(
    (place: HTMLElement | null) => {
      if (place) typesetter?.draw(tex, place, isDisplay);
    },
    [typesetter, tex, isDisplay],
  );
  if (!typesetter) return <code className="math-source">{tex}</code>;
  if (!fits) return <MathSource tex={tex} />;
  if (!isDisplay) return <span key={tex} ref={draw} className="math" />;
  return (
    <span className="math-display" {...SCROLLABLE}>
      <span key={tex} ref={draw} />
    </span>
  );
}

/** A formula that is not typeset, and why. */
export function MathSource({ tex }: { tex: string }) {
  return (
    <>
      <code className="math-source">{tex}</code>{" "}
      <span className="text-xs text-faint" data-copied-as="nothing">
        {text.formulaAsText()}
      </span>
    </>
  );
}

// Loads KaTeX with its styles and fonts, once. All of it is served by this application.

type Typesetter = {
  /** False for a formula that is shown as its source. */
  fits: (tex: string) => boolean;
  /** Draws a formula into an element; one that cannot be read is shown as its source, in the colour of errors. */
  draw: (tex: string, place: HTMLElement, isDisplay: boolean) => void;
};

/** @throws where it cannot be loaded */
async function loadTypesetter(): Promise<Typesetter> {
  const { default: katex, fitsTypesetter } = await import("./katex.ts");
  loaded = {
    fits: fitsTypesetter,
    draw(tex, place, displayMode) {
      try {
        katex.render(tex, place, {
          displayMode,
          throwOnError: false,
          errorColor: "var(--color-danger)",
          strict: "ignore",
          trust: false,
          maxExpand: EXPANSIONS_MAX,
          maxSize: SIZE_MAX_EM,
        });
      } catch {
        // KaTeX marks a mistake in a formula by itself, and throws where it overflows.
        place.textContent = tex;
      }
    },
  };
  return loaded;
}
