"use client";
/** Tabs over panels, with the keys of the ARIA tabs pattern. A panel is drawn only while its tab is chosen. */
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; name: ReactNode; panel: ReactNode }[];
  className?: string;
};

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, tabs, className } = props;
  return (
    <Base.Root value={value} onValueChange={onChange} className={className}>
      <Base.List aria-label={label} className="scroll-strip flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cn(
              "relative h-9 shrink-0 px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2",
              "data-active:text-ink data-active:after:absolute data-active:after:inset-x-2 data-active:after:bottom-0 data-active:after:h-[2px] data-active:after:rounded-full data-active:after:bg-accent",
            )}
          >
            {tab.name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-3">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
