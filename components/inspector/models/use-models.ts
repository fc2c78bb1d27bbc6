"use client";
/** Reads the connections to models, and asks a server again. While one is asked, the page follows it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/contracts/api-error.ts";
import { InspectedModels } from "@/lib/contracts/inspector/models/inspected-models.ts";
import * as text from "@/lib/messages/inspector.ts";
import { fetchInspected, InspectorRefusal } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";

const FOLLOW_MS = 1_000;

export function useModels() {
  return useQuery({
    queryKey: inspectorKeys.models(),
    queryFn: ({ signal }) => fetchInspected(InspectedModels, "/api/admin/models", signal),
    refetchInterval: ({ state: { data } }) =>
      data?.connections.some(({ isAsked }) => isAsked) ? FOLLOW_MS : false,
  });
}

export function useAsking() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: askAgain,
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.models() }),
  });
}

async function askAgain(connection: string): Promise<void> {
  const query = new URLSearchParams({ connection });
  const response = await fetch(`/api/admin/models?${query}`, { method: "POST", cache: "no-store" });
  if (response.ok) return;
  const refusal = ApiError.safeParse(await response.json().catch(() => null));
  const message = refusal.success ? refusal.data.error.message : text.theServerDidNotAnswer();
  throw new InspectorRefusal(response.status, message);
}
