/** Letters that look like Latin ones. */

/** Of Cyrillic, of Greek, and small capitals (Unicode's confusables.txt), each before the letter that it looks like. */
const LOOK_ALIKES =
  "аaеeоoрpсcуyхxіiѕsјjԁdԛqԝwһhӏlкkмmтtвbнhгrпn" +
  "αaεeοoρpυuνvιiκkτtηnωwγyχx" +
  "ɑaɡgıiᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz";

const LATIN: ReadonlyMap<string, string> = new Map(
  (LOOK_ALIKES.match(/../gu) ?? []).map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** In lower case, each letter as the Latin one that it looks like. */
export function inLatin(text: string): string {
  return text.toLowerCase().replace(/[\p{L}]/gu, (letter) => LATIN.get(letter) ?? letter);
}
