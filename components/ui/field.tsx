/** A labelled field with its own error, associated for assistive technology. */
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import * as text from "@/lib/messages/account.ts";
import { cn } from "./cn.ts";
import { useIsHydrated } from "./hydration.ts";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  hint?: string;
  /** A plain sentence; also marks the field as invalid. */
  error?: string | null;
  inputRef?: Ref<HTMLInputElement>;
  /** Stands inside the field, at its end. */
  end?: ReactNode;
};

export function Field({ id, label, hint, error, inputRef, end, className, ...rest }: FieldProps) {
  const isHydrated = useIsHydrated();
  const note = error ?? hint;
  const describedBy = cn(note && `${id}-note`, rest["aria-describedby"]) || undefined;
  return (
    <div className={cn("grid gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative grid">
        <input
          // What stands at the end covers the right side.
          dir={end === undefined ? "auto" : "ltr"}
          readOnly={rest.value !== undefined && !isHydrated}
          {...rest}
          id={id}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={cn(
            "h-10 w-full rounded-md border bg-raised px-3 text-[0.9375rem] placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-base",
            "transition-[border-color] duration-150 hover:border-ink/60 focus-visible:outline-offset-0",
            error ? "border-danger" : "border-field",
            end !== undefined && "pe-11",
          )}
        />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={cn("text-xs", error ? "text-danger" : "text-faint")}>
          {note}
        </p>
      )}
    </div>
  );
}

type EmailFieldProps = Pick<FieldProps, "error" | "defaultValue" | "readOnly" | "aria-describedby">;

/** The address that a person signs in with. */
export function EmailField(props: EmailFieldProps) {
  return (
    <Field
      {...props}
      id="email"
      name="email"
      label={text.email()}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
