import { dictionary } from "@zxcvbn-ts/language-common";
import { singleton } from "@/lib/kernel/process/singleton";

// About 49,000 passwords that are known from breaches, most frequent first, and part of the package.
const common = singleton("common-passwords", () => new Set(dictionary["passwords-common"]));

const LOOK_ALIKES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
};

/** Whether a password in lower case is a common one or one of its usual variations: digits and signs at
 *  either end, look-alike characters, the word twice, or backwards. */
export function commonPasswordIn(password: string): boolean {
  return variants(password).some((variant) => variant.length >= 4 && common.has(variant));
}

function variants(password: string): string[] {
  const bare = trimmed(password);
  const spelled = [password, bare].flatMap((form) => [form, withoutLookAlikes(form)]);
  const words = [...spelled, ...spelled.map(trimmed)];
  return [...words, ...words.map(halved), ...words.map(reversed)];
}

function trimmed(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

function withoutLookAlikes(word: string): string {
  return word.replace(/[@431!05$7]/g, (character) => LOOK_ALIKES[character] ?? character);
}

function halved(word: string): string {
  const half = word.slice(0, word.length / 2);
  return half + half === word ? half : "";
}

function reversed(word: string): string {
  return [...word].reverse().join("");
}
