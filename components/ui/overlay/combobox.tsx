"use client";
/** One of a long list, found by typing a part of its name. */
import { Combobox as Base } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { cn } from "../cn.ts";
import { FIELD, OPTION, OPTIONS_POPUP } from "./select.tsx";

export type ComboboxOption = { value: string; label: string };

type ComboboxProps = {
  label: string;
  value: string | null;
  /** Null where the person has emptied the field. */
  onChange: (value: string | null) => void;
  options: readonly ComboboxOption[];
  placeholder?: string;
  /** Said where nothing fits what was typed. */
  emptyText: string;
  className?: string;
};

export function Combobox(props: ComboboxProps) {
  const { label, value, onChange, options, placeholder, emptyText, className } = props;
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.value ?? null)}
    >
      <Base.Input aria-label={label} placeholder={placeholder} className={cn(FIELD, className)} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup className={OPTIONS_POPUP}>
            <Base.Empty className="px-2 py-1.5 text-faint empty:hidden">{emptyText}</Base.Empty>
            <Base.List>
              {(option: ComboboxOption) => (
                <Base.Item key={option.value} value={option} className={OPTION}>
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  <Base.ItemIndicator>
                    <Check className="size-3.5" strokeWidth={2} aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
