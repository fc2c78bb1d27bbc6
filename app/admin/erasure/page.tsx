/** The page on which admins erase a conversation or a person, and see how long each class is kept. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { ErasureView } from "@/components/inspector/system/erasure-view.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector-erasure.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/erasure";

type PageProps = { searchParams: Promise<{ conversation?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS, "data:erase");
  return { title: text.erasure() };
}

export default async function ErasurePage({ searchParams }: PageProps) {
  await enterInspector(ADDRESS, "data:erase");
  const { conversation } = await searchParams;
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <ErasureView given={typeof conversation === "string" ? conversation : ""} />
    </InspectorShell>
  );
}
