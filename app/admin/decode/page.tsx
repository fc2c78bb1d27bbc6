/** The page that decodes pasted agent-state headers. */
import type { Metadata } from "next";
import { DecodeView } from "@/components/inspector/envelope/decode-view.tsx";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector-decode.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/decode";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.title() };
}

export default async function DecodePage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <DecodeView />
    </InspectorShell>
  );
}
