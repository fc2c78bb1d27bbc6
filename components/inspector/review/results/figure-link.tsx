/** A figure that opens the cases behind it. */
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { FigureQuery } from "@/lib/contracts/inspector/review/review-results.ts";
import { toSearch } from "../../list-query.ts";
import { TEXT_LINK } from "../../text-link.ts";

type FigureLinkProps = Pick<FigureQuery, "range" | "by"> & {
  /** Which part; left out: there are none. */
  of?: string;
  /** The cases whose answer was found wrong, alone. */
  isWrong?: boolean;
  /** What the figure is, where it stands alone in a cell. */
  name?: string;
  className?: string;
  children: ReactNode;
};

export function FigureLink(props: FigureLinkProps) {
  const { range, by, of = "", isWrong = false, name, className, children } = props;
  const query = toSearch({ range, by, of, wrong: isWrong ? "1" : undefined });
  return (
    <Link
      href={`/admin/review/results/cases?${query}`}
      prefetch={false}
      className={cn(TEXT_LINK, className)}
    >
      {children}
      {name !== undefined && <span className="sr-only">, {name}</span>}
    </Link>
  );
}
