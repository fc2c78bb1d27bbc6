/** Tool-call history in the form in which its agent keeps it, out of readable exchanges. Pure. */
import type {
  RememberedEntry,
  RememberedExchange,
} from "@/lib/contracts/inspector/states/state-inspection.ts";

/** As lib/hidden-state packs it. */
export function rebuildHistory(exchanges: readonly RememberedExchange[]) {
  return {
    is_gpa: true,
    gpa_messages: {
      tool_call_history: exchanges.flatMap(({ entries }) => entries.map(toMessage)),
      exchange_runs: exchanges.map(({ runId }) => runId ?? "unknown"),
    },
  };
}

function toMessage({ role, content, calls, answersCallId }: RememberedEntry) {
  return {
    role,
    content: content?.value ?? null,
    ...(answersCallId !== null && { tool_call_id: answersCallId }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, tool, arguments: given }) => ({
        id,
        type: "function",
        function: { name: tool, arguments: given.value },
      })),
    }),
  };
}
