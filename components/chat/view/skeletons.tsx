/** What stands in for messages until they are there. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";

export function AnswerSkeleton() {
  return (
    <div className="message-answer grid gap-3 py-1.5" aria-hidden="true">
      <SkeletonLine className="w-11/12" />
      <SkeletonLine className="w-4/5" />
      <SkeletonLine className="w-3/5" />
    </div>
  );
}

export function ConversationSkeleton() {
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <p role="status" className="sr-only">
        Loading the conversation
      </p>
      <div className="message-asked" aria-hidden="true">
        <SkeletonLine className="my-1 w-2/5" />
      </div>
      <AnswerSkeleton />
    </div>
  );
}
