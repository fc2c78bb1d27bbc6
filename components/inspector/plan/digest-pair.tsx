"use client";
/** The digest of arguments on one side of the alignment, and how it compares with the other side's. */
import { Equal, EqualNot } from "lucide-react";
import { Digest } from "../values/digest.tsx";

type DigestPairProps = {
  expected: string | null;
  actual: string | null;
  /** Whose digest is shown. */
  side: "expected" | "actual";
};

export function DigestPair({ expected, actual, side }: DigestPairProps) {
  const shown = side === "expected" ? expected : actual;
  if (shown === null) {
    if (side === "actual") return null;
    return <p className="text-xs text-faint">arguments left open</p>;
  }
  const isComparable = expected !== null && actual !== null;
  const isSame = expected === actual;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-faint">
      {side === "actual" && isComparable && (
        <span className={isSame ? "text-good" : "text-warn"}>
          {isSame ? (
            <Equal className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          ) : (
            <EqualNot className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          )}
        </span>
      )}
      {side === "expected" ? "expected" : sayActual(isComparable, isSame)}
      <Digest sha256={shown} />
    </p>
  );
}

function sayActual(isComparable: boolean, isSame: boolean): string {
  if (!isComparable) return "arguments";
  return isSame ? "same arguments" : "other arguments";
}
