import type { Email } from "../email";

const LONGEST_NAME = 80;

/** A message whose names are plain. They come from tenants and browsers: a line break, or a mark that turns the
 *  direction of writing, could make a name look like a sentence of ours. */
export function withPlainNames<E extends Email>(email: E): E {
  const names = ["organizationName", "deviceName", "platform", "ipAddress", "newEmail"];
  return Object.fromEntries(
    Object.entries(email).map(([key, value]) => [
      key,
      names.includes(key) && typeof value === "string" ? plain(value) : value,
    ]),
  ) as E;
}

function plain(name: string): string {
  const line = name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME - 1).join("")}…`
    : line;
}
