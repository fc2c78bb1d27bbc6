/** A field for a password that can be shown, and one for a new password that says how strong it is. */
"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import type {
  CommonPasswords,
  PasswordFault,
  PasswordOwner,
} from "@/lib/contracts/password/judge-password.ts";
import * as text from "@/lib/messages/password.ts";
import { cn } from "./cn.ts";
import { Field } from "./field.tsx";
import { useIsHydrated } from "./hydration.ts";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "type" | "end" | "inputRef"> & {
  autoComplete: "current-password" | "new-password";
};

/** The caret stays where it was. What was shown is hidden again when the form is sent. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  const input = useRef<HTMLInputElement>(null);
  const selection = useRef<[number | null, number | null] | null>(null);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  // Browsers move the caret when the type of a field changes.
  useLayoutEffect(() => {
    if (!selection.current || !input.current) return;
    input.current.type = isShown ? "text" : "password";
    input.current.setSelectionRange(...selection.current);
    selection.current = null;
  }, [isShown]);

  function toggle(): void {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {};
    selection.current = [selectionStart, selectionEnd];
    setShown((was) => !was);
  }

  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      inputRef={input}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={isShown}
          aria-disabled={!isHydrated || undefined}
          aria-label={text.show()}
          data-tooltip={isShown ? text.hideTip() : text.show()}
          aria-controls={props.id}
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={toggle}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-faint hover:text-ink pointer-coarse:w-11"
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </button>
      }
    />
  );
}

const FAULTS: Record<PasswordFault, () => string> = {
  short: text.short,
  long: text.long,
  common: text.common,
  simple: text.simple,
  personal: text.personal,
};
const STRENGTHS = {
  fair: { words: text.fair, bars: 1 },
  good: { words: text.good, bars: 2 },
  strong: { words: text.strong, bars: 3 },
};

type Told = { words: string; bars: number } | null;

/**
 * The list of common passwords is loaded when the field is entered.
 * @param owner what else a guesser knows, beside the fields `email` and `name` of the same form
 */
export function NewPasswordField({
  owner,
  ...props
}: Omit<PasswordFieldProps, "autoComplete"> & { owner?: PasswordOwner }) {
  const [told, setTold] = useState<Told>(null);
  const hint = props.error ? undefined : (told?.words ?? props.hint ?? text.hint());
  const field = useRef<HTMLDivElement>(null);
  const newest = useRef(judge);

  async function judge(): Promise<void> {
    const { judgePassword, loadCommonPasswords } = await import(
      "@/lib/contracts/password/judge-password.ts"
    );
    const tell = (common: CommonPasswords | null) => {
      const input = field.current?.querySelector("input");
      if (!input) return;
      const judged = judgePassword(input.value, { ...ownerIn(input.form), ...owner }, common);
      if (input.value === "") setTold(null);
      else if (!judged.ok) setTold({ words: FAULTS[judged.fault](), bars: 0 });
      else {
        const { words, bars } = STRENGTHS[judged.strength];
        setTold({ words: words(), bars });
      }
    };
    tell(null);
    tell(await loadCommonPasswords());
  }

  // What was typed before the page was hydrated, or filled in by the browser, caused no change event.
  useEffect(() => {
    if (field.current?.querySelector("input")?.value) void newest.current();
  }, []);

  return (
    <div ref={field} className="grid gap-1.5">
      <PasswordField
        {...props}
        hint={hint}
        autoComplete="new-password"
        onFocus={() => void judge()}
        onChange={() => void judge()}
      />
      <div aria-hidden="true" className={cn("flex gap-1", !told && "invisible")}>
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cn(
              "h-0.5 flex-1 rounded-full",
              told && told.bars >= bar ? "bg-accent" : "bg-line-strong",
            )}
          />
        ))}
      </div>
      <span role="status" className="sr-only">
        {told?.words}
      </span>
    </div>
  );
}

function ownerIn(form: HTMLFormElement | null): PasswordOwner {
  const textIn = (name: string) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value : "";
  };
  return { email: textIn("email"), name: textIn("name") };
}
