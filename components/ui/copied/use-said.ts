/** What came of a press, said for a moment beside the button. */
import { useEffect, useState } from "react";

const SAID_MS = 1_600;

/** @returns what is said now, null most of the time, and a function that says it */
export function useSaid<Said extends string>() {
  const [said, say] = useState<Said | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, say] as const;
}
