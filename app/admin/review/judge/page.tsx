/** The page of the model judge, for admins. */
import { JudgeView } from "@/components/inspector/review/judge/judge-view.tsx";
import * as text from "@/lib/messages/review-judge.ts";
import { inspectorPage } from "../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/judge",
  permission: "review:manage",
  title: text.modelJudge,
  view: () => <JudgeView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
