import type { Email } from "../templates";

/** Returns a message with plain names. They come from tenants and browsers: a line break, or a character that
 *  changes the direction of writing, could make a name look like a sentence of ours, and an address in it
 *  would be a link of ours. */
export function withPlainNames<E extends Email>(email: E): E {
  const names = [
    "inviterName",
    "organizationName",
    "deviceName",
    "platform",
    "ipAddress",
    "browser",
    "system",
    "network",
    "newEmail",
  ];
  return Object.fromEntries(
    Object.entries(email).map(([key, value]) => [
      key,
      names.includes(key) && typeof value === "string" ? unlinked(oneLine(value)) : value,
    ]),
  ) as E;
}

/** Keeps mail programs from turning a name into a link: an invisible word joiner is added within anything
 *  that looks like a web address. A name that is an email address is not changed: it leads to no foreign
 *  page. */
function unlinked(name: string): string {
  return /^\S+@\S+$/.test(name) ? name : name.replace(/\.(?=\p{L})|:(?=\/\/)|@/gu, "$&\u2060");
}

/** Returns a text that fits one header or sentence: no line breaks, control characters or characters that
 *  change the direction of writing, and no longer than `longest` characters. */
export function oneLine(text: string, longest = 80): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line;
}
