/** The script in a page's head: what the account says of the look becomes this device's. */
import type { Look } from "@/lib/contracts/public/person/preferences.ts";
import { LOOK_HERE_KEY, SEND_KEY, TEXT_SIZE_KEY, THEME_KEY, UNSAVED_KEY } from "../head-script.ts";

/** The person whose account this device last followed. */
const LOOK_OF_KEY = "halfsilver.look-of";

/**
 * Of what the account leaves open, the device's own value stays, unless it is another person's. The attributes are set even
 * where the browser stores nothing.
 */
const FOLLOW = `function(p,a){var d=document.documentElement.dataset,l={getItem:function(){return null},setItem:function(){},removeItem:function(){}};try{l=localStorage;l.getItem("")}catch(e){}
try{var u=l.getItem("${UNSAVED_KEY}");if(u===p)return;if(u)l.removeItem("${UNSAVED_KEY}");var o=l.getItem("${LOOK_OF_KEY}"),x=o!==null&&o!==p,h=l.getItem("${LOOK_HERE_KEY}")==="device";
function f(k,v,n,s){if(v===undefined&&!x)return;if(v===undefined||v===n){l.removeItem(k);if(s)delete d[s]}else{if(s)d[s]=v;l.setItem(k,v)}}
if(!h){f("${THEME_KEY}",a.theme,"system","theme");f("${TEXT_SIZE_KEY}",a.textSize,"normal","textSize")}f("${SEND_KEY}",a.sendKey,"enter");l.setItem("${LOOK_OF_KEY}",p)}catch(e){}}`;

/** @param personId whose account it is */
export function accountScript(personId: string, look: Look): string {
  const [person, values] = [JSON.stringify(personId), JSON.stringify(look)];
  return `(${FOLLOW})(${person.replaceAll("<", "\\u003c")},${values.replaceAll("<", "\\u003c")})`;
}
