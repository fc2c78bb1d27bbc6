/** Around every inspector page, and nothing that could be seen: who may see is for each page to say. */
import type { ReactNode } from "react";
import { InspectorProviders } from "@/components/inspector/inspector-providers.tsx";

export default function InspectorLayout({ children }: { children: ReactNode }) {
  return <InspectorProviders>{children}</InspectorProviders>;
}
