/** Whether people see who looks at what they wrote. One admin asks to change it, another one agrees. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { type GlassRequest, GlassSwitch } from "@/lib/contracts/inspector/opening/glass-switch.ts";
import * as text from "@/lib/messages/looks.ts";
import { describeFailure, postInspected, useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { ReasonForm } from "../payload-opening.tsx";

const ADDRESS = "/api/admin/glass";

export function GlassPanel() {
  const client = useQueryClient();
  const { data } = useInspected(inspectorKeys.glass(), GlassSwitch, ADDRESS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: GlassRequest) => postInspected(GlassSwitch, ADDRESS, asked),
    onSuccess: (glass) => client.setQueryData(inspectorKeys.glass(), glass),
  });
  if (!data) return null;
  const Icon = data.isOn ? Eye : EyeOff;
  const title = data.isOn ? text.glass() : text.glassOff();
  const to = data.isOn ? "off" : "on";
  return (
    <section
      aria-label={title}
      className="mt-4 grid max-w-2xl gap-2 rounded-lg border border-line-strong p-4 text-sm"
    >
      <h2 className="flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" className="size-4 text-faint" strokeWidth={1.75} />
        {title}
      </h2>
      <p className="text-xs text-soft">{text.glassExplained()}</p>
      {data.asked && (
        <Asked
          asked={data.asked}
          mayAgree={data.mayChange && !data.asked.isMine}
          isBusy={isPending}
          onAgree={() => mutate({ do: "agree" })}
        />
      )}
      {!data.asked && data.mayChange && (
        <ReasonForm
          question={text.why()}
          hint={text.whyHint()}
          action={to === "off" ? text.askOff() : text.askOn()}
          isBusy={isPending}
          error={error}
          onReason={(reason) => mutate({ do: "ask", to, reason })}
        />
      )}
      {data.asked && error && <p className="text-xs text-danger">{describeFailure(error)}</p>}
    </section>
  );
}

type AskedProps = {
  asked: NonNullable<GlassSwitch["asked"]>;
  mayAgree: boolean;
  isBusy: boolean;
  onAgree: () => void;
};

function Asked({ asked: { to, by, reason }, mayAgree, isBusy, onAgree }: AskedProps) {
  const words = { by: by ?? text.unknownAdmin(), reason };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-hover p-3">
      <p className="min-w-0 wrap-anywhere">
        {to === "off" ? text.askedOff(words) : text.askedOn(words)}
      </p>
      {mayAgree ? (
        <Button
          look="primary"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => !isBusy && onAgree()}
        >
          {text.agree()}
        </Button>
      ) : (
        <span className="text-xs text-faint">{text.waitsForAnother()}</span>
      )}
    </div>
  );
}
