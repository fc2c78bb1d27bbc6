/** The page of what reviewers found, in numbers. */
import { ResultsView } from "@/components/inspector/review/results/results-view.tsx";
import * as text from "@/lib/messages/review-results.ts";
import { inspectorPage } from "../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/results",
  permission: "review:judge",
  title: text.results,
  view: () => <ResultsView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
