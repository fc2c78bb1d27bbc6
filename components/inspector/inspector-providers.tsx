/** The inspector's query cache. It persists between pages and is emptied when another operator signs in. */
"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

let kept: { operator: string; client: QueryClient } | undefined;

export function InspectorProviders({
  operator,
  children,
}: {
  operator: string;
  children: ReactNode;
}) {
  const [client] = useState(() => clientOf(operator));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Operators differ in what they may see, so the cache of one is dropped when another signs in. */
function clientOf(operator: string): QueryClient {
  const isServer = typeof window === "undefined";
  if (!isServer && kept?.operator === operator) return kept.client;
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 1_000 } } });
  if (!isServer) kept = { operator, client };
  return client;
}
