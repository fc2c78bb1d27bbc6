/** The overview of all runs. */
import { OverviewView } from "@/components/inspector/overview/overview-view.tsx";
import { can } from "@/lib/access/assert-can.ts";
import { needsSecondAdmin } from "@/lib/db/inspector/opening/opening-requests.ts";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "./inspector-page.tsx";

const page = inspectorPage({
  address: "/admin",
  title: text.overview,
  view: (actor) => <OverviewView decides={needsSecondAdmin() && can(actor, "opening:decide")} />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
