/** The page of the cases behind one figure. */
import { FigureCasesView } from "@/components/inspector/review/results/figure-cases-view.tsx";
import * as text from "@/lib/messages/review-results.ts";
import { inspectorPage } from "../../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/results/cases",
  permission: "review:judge",
  title: text.casesBehind,
  view: () => <FigureCasesView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
