/** The page of deviations over all runs. */
import type { Metadata } from "next";
import { DeviationView } from "@/components/inspector/deviation/deviation-view.tsx";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/deviation";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.deviation() };
}

export default async function DeviationPage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <DeviationView />
    </InspectorShell>
  );
}
