/** The page of the rules that make cases of runs. */
import { RulesView } from "@/components/inspector/review/rules/rules-view.tsx";
import * as text from "@/lib/messages/review-rules.ts";
import { inspectorPage } from "../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/rules",
  permission: "review:judge",
  title: text.rules,
  view: () => <RulesView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
