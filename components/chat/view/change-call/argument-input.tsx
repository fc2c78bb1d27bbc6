/** One argument of a call as a labelled field, by its kind. */
"use client";
import { useId } from "react";
import { cn } from "@/components/ui/cn.ts";
import { ARGUMENT_LINE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { ArgumentField } from "@/lib/contracts/public/send-message.ts";
import * as text from "@/lib/messages/change-call.ts";

type ArgumentInputProps = {
  /** In the form. */
  name: string;
  field: ArgumentField;
  /** Why its value was refused. */
  problem: string | null;
};

const BOX =
  "w-full min-w-0 rounded-md border bg-raised px-2.5 text-[0.9375rem] transition-[border-color] duration-150 hover:border-ink/60 focus-visible:outline-offset-0 pointer-coarse:text-base";
const LINE = "h-9 pointer-coarse:h-11";

export function ArgumentInput({ name, field, problem }: ArgumentInputProps) {
  const id = useId();
  const { kind, label } = field;
  if (kind === "masked")
    return (
      <div className="grid gap-1">
        <span className="font-medium text-sm wrap-anywhere">{label}</span>
        <span className="text-faint text-sm">{text.masked()}</span>
      </div>
    );
  const note = problem ?? (kind === "json" ? text.asJson() : null);
  const given = {
    id,
    name,
    defaultValue: field.value,
    "aria-invalid": problem ? (true as const) : undefined,
    "aria-describedby": note ? `${id}-note` : undefined,
    className: cn(BOX, problem ? "border-danger" : "border-field"),
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} dir="auto" className="font-medium text-sm wrap-anywhere">
        {label}
      </label>
      <Control field={field} given={given} />
      {note && (
        <p id={`${id}-note`} className={cn("text-xs", problem ? "text-danger" : "text-faint")}>
          {note}
        </p>
      )}
    </div>
  );
}

type Given = {
  id: string;
  name: string;
  defaultValue: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  className: string;
};

function Control({
  field: { kind, value, options },
  given,
}: {
  field: ArgumentField;
  given: Given;
}) {
  const line = { ...given, className: cn(given.className, LINE) };
  if (kind === "boolean" || kind === "choice") {
    const choices =
      kind === "boolean"
        ? [
            { value: "true", label: text.yes() },
            { value: "false", label: text.no() },
          ]
        : options.map((option) => ({ value: option, label: option }));
    return (
      <select {...line}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "number")
    return <input {...line} dir="ltr" inputMode="decimal" autoComplete="off" />;
  const isLong = kind === "json" || value.length > ARGUMENT_LINE_MAX_CHARS || /[\r\n]/.test(value);
  if (!isLong) return <input {...line} dir="auto" autoComplete="off" />;
  return (
    <textarea
      {...given}
      dir={kind === "json" ? "ltr" : "auto"}
      rows={4}
      spellCheck={kind !== "json"}
      className={cn(
        given.className,
        "field-sizing-content max-h-64 py-2",
        kind === "json" && "font-mono text-sm",
      )}
    />
  );
}
