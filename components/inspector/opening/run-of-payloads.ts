/** The run whose payloads a part of the page shows; null where there is no single one. */
"use client";
import { createContext, useContext } from "react";

const RunOfPayloads = createContext<string | null>(null);

export const RunOfPayloadsProvider = RunOfPayloads.Provider;

export function useRunOfPayloads(): string | null {
  return useContext(RunOfPayloads);
}
