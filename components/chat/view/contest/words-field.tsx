/** What the person writes in their own words, who reads it, and why it was not sent. */
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import { FEEDBACK_MAX_CHARS } from "@/lib/contracts/limits.ts";

type WordsFieldProps = {
  label: string;
  note: string;
  value: string;
  /** `null` where nothing went wrong. */
  error: Error | null;
  onChange: (words: string) => void;
};

export function WordsField({ label, note, value, error, onChange }: WordsFieldProps) {
  return (
    <>
      <label className="grid gap-1.5">
        <span className="font-medium">{label}</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={FEEDBACK_MAX_CHARS}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={cn(TEXT_BOX, "max-h-40 min-h-20 py-2 max-md:text-base")}
        />
      </label>
      <p className="text-xs text-faint">{note}</p>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </>
  );
}
