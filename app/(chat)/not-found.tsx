/** A conversation that does not exist and one of another person look the same. */
import { NotHere } from "@/components/chat/view/not-here.tsx";

export default function ConversationNotFound() {
  return (
    <div data-leave="" className="flex flex-1 flex-col">
      <NotHere />
    </div>
  );
}
