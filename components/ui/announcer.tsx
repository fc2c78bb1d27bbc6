/** Says what has happened to a screen reader, where nothing else on the page does. One place for the whole page. */
"use client";
import { useEffect, useState } from "react";

let say: ((words: string) => void) | null = null;

export function announce(words: string): void {
  say?.(words);
}

/** After this long the words are gone, so that the same ones can be said again. */
const SAID_MS = 2_000;

export function Announcer() {
  const [words, setWords] = useState("");
  useEffect(() => {
    say = setWords;
    return () => {
      say = null;
    };
  }, []);
  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(() => setWords(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div role="status" data-announcer="" className="sr-only">
      {words}
    </div>
  );
}
