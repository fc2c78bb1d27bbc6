/** The overview of all runs. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { OverviewView } from "@/components/inspector/overview/overview-view.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "./enter-inspector.ts";

const ADDRESS = "/admin";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.overview() };
}

export default async function OverviewPage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <OverviewView />
    </InspectorShell>
  );
}
