"use client";
/** The inspector's own cache of what it has read. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

export function InspectorProviders({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 1_000 } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
