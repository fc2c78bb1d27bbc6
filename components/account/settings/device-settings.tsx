/** What is chosen for this browser: theme, size of text, key that sends. */
"use client";
import { sendKey, textSize, theme } from "@/components/ui/device/device-choice.ts";
import * as text from "@/lib/messages/settings.ts";
import { Choice } from "./choice.tsx";

export function LookSettings() {
  return (
    <div className="grid gap-6">
      <Choice
        label={text.theme()}
        value={theme.use()}
        onChange={theme.choose}
        options={[
          { value: "system", name: text.themeSystem() },
          { value: "light", name: text.themeLight() },
          { value: "dark", name: text.themeDark() },
        ]}
      />
      <Choice
        label={text.textSize()}
        value={textSize.use()}
        onChange={textSize.choose}
        options={[
          { value: "normal", name: text.textNormal() },
          { value: "large", name: text.textLarge() },
          { value: "largest", name: text.textLargest() },
        ]}
      />
    </div>
  );
}

export function WritingSettings() {
  return (
    <Choice
      label={text.sendKey()}
      value={sendKey.use()}
      onChange={sendKey.choose}
      options={[
        { value: "enter", name: text.sendEnter(), hint: text.sendEnterHint() },
        { value: "chord", name: text.sendChord(), hint: text.sendChordHint() },
      ]}
    />
  );
}
