"use client";
/** What arrived at each hop. */

export function EnvelopePanel({ runId }: { runId: string }) {
  return <p className="px-4 py-10 text-center text-soft">{runId}</p>;
}
