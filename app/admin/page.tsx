/** The overview of all runs. */
import { OverviewView } from "@/components/inspector/overview/overview-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "./inspector-page.tsx";

const page = inspectorPage({
  address: "/admin",
  title: text.overview,
  view: () => <OverviewView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
