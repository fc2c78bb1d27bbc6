/** Whether this browser tells of answers and questions while the person looks elsewhere. */
"use client";
import { Button } from "@/components/ui/button.tsx";
import {
  turnNoticesOff,
  turnNoticesOn,
  useNoticeState,
} from "@/components/ui/device/notice-setting.ts";
import * as text from "@/lib/messages/settings.ts";

export function NotificationSettings() {
  const state = useNoticeState();
  if (state === null) return <div className="h-9" />;
  if (state === "unsupported") return <p>{text.notificationsUnsupported()}</p>;
  if (state === "blocked") return <p>{text.notificationsBlocked()}</p>;
  const isOn = state === "on";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">{isOn ? text.notificationsOn() : text.notificationsOff()}</p>
      <Button look="outline" onClick={() => (isOn ? turnNoticesOff() : void turnNoticesOn())}>
        {isOn ? text.turnOff() : text.turnOn()}
      </Button>
    </div>
  );
}
