"use client";
/** The inspector's query cache. It is kept from page to page and emptied when another operator signs in. */
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

/** What one operator may see, the next may not: a browser forgets it when somebody else looks. */
function clientOf(operator: string): QueryClient {
  const isServer = typeof window === "undefined";
  if (!isServer && kept?.operator === operator) return kept.client;
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 1_000 } } });
  if (!isServer) kept = { operator, client };
  return client;
}
