"use client";
/** Hidden state of each agent, before the run and after it. */
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { AgentStates, RunInspection } from "@/lib/contracts/inspector.ts";
import { StateVersion } from "./state-version.tsx";

export type StateForm = "exchanges" | "json";

export function StatesPanel({ inspection }: { inspection: RunInspection }) {
  const { states, run } = inspection;
  const [form, setForm] = useState<StateForm>("exchanges");
  if (states.length === 0) {
    return (
      <p className="px-4 py-10 text-center text-soft">
        {run.status === "running"
          ? "Nothing was known before. What this run keeps is stored when it ends."
          : "Nothing was known before, and this run kept nothing."}
      </p>
    );
  }
  return (
    <div>
      <div className="sticky top-9 z-10 flex h-9 items-center justify-end gap-1 border-b bg-pane px-4 lg:top-0">
        {(["exchanges", "json"] as const).map((name) => (
          <Button
            key={name}
            size="sm"
            aria-pressed={form === name}
            className={form === name ? "bg-pressed text-ink" : ""}
            onClick={() => setForm(name)}
          >
            {name === "json" ? "JSON" : "Exchanges"}
          </Button>
        ))}
      </div>
      {states.map((agent) => (
        <AgentSection key={agent.agentId} agent={agent} form={form} inspection={inspection} />
      ))}
    </div>
  );
}

type AgentSectionProps = { agent: AgentStates; form: StateForm; inspection: RunInspection };

function AgentSection({ agent, form, inspection }: AgentSectionProps) {
  const { run } = inspection;
  const noAfter =
    run.status === "running"
      ? "Stored when the run ends."
      : "This run kept nothing: what was known before still holds.";
  return (
    <section aria-label={`State of ${agent.agentId}`} className="border-b px-4 py-4">
      <h3 className="font-medium">{agent.agentId}</h3>
      <div className="mt-3 grid grid-cols-1 items-start gap-5 md:grid-cols-2">
        <StateVersion
          title="Before"
          state={agent.before}
          otherState={agent.after}
          none="Nothing was known before this run."
          runId={run.id}
          form={form}
        />
        <StateVersion
          title="After"
          state={agent.after}
          otherState={agent.before}
          none={noAfter}
          runId={run.id}
          form={form}
        />
      </div>
    </section>
  );
}
