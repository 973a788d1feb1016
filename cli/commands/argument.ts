import { InvalidArgumentError } from "commander";
import { line } from "@/lib/core/contract/fields";

/** Parses a line of text for people, by the rules of the API.
 *  @param max the most characters it may have */
export function parseLine(max: number): (text: string) => string {
  const schema = line(max);
  return (text) => {
    const { success, data } = schema.safeParse(text);
    if (!success)
      throw new InvalidArgumentError(`Say 1 to ${max} characters, without control characters.`);
    return data;
  };
}

/** Parses an email address, roughly: the service decides whether it is valid. */
export function parseAddress(text: string): string {
  if (!/^[^@\s]+@[^@\s]+$/.test(text)) throw new InvalidArgumentError("It is no email address.");
  return text;
}

/** Parses a day, which begins in UTC, or a moment. */
export function parseMoment(text: string): Date {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Say a day (2026-11-01) or a moment (2026-11-01T09:00:00Z).");
  return at;
}

/** Parses a whole number of days. */
export function parseDays(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 3650)
    throw new InvalidArgumentError("Say a number of days from 1 to 3650.");
  return count;
}
