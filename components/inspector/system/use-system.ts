"use client";
/** Reads the instances and their work, and follows them while the page is visible. */
import { useQuery } from "@tanstack/react-query";
import { InspectedSystem } from "@/lib/contracts/inspector/system/inspected-system.ts";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const FOLLOW_MS = 2_000;

export function useSystem() {
  return useQuery({
    queryKey: inspectorKeys.system(),
    queryFn: ({ signal }) => fetchInspected(InspectedSystem, "/api/admin/system", signal),
    refetchInterval: FOLLOW_MS,
  });
}
