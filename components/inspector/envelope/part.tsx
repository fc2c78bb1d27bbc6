/** A section of the envelope view with its heading. */
import { type ReactNode, useId } from "react";
import { Term, type TermName } from "../values/term.tsx";

type PartProps = { title: string; term?: TermName; aside?: ReactNode; children: ReactNode };

export function Part({ title, term, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 id={id} className="text-sm font-medium">
          {term ? <Term name={term}>{title}</Term> : title}
        </h3>
        {aside && <span className="text-xs text-faint">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
