import { newCode } from "@/lib/kernel/crypto/secrets";
import { singleton } from "@/lib/kernel/process/singleton";

type MakeCode = (emailKey: string, digits: number) => string;

const holder = singleton<{ make: MakeCode }>("sent-codes", () => ({
  make: (_, digits) => newCode(digits),
}));

/** The code of a message to an address: digits that nobody can guess. */
export function newSentCode(emailKey: string, digits: number): string {
  return holder.make(emailKey, digits);
}

/** Puts another way of making codes in place and answers a function that puts the old one back. For tests, and for a
 *  service that is a test's dependency (scripts/dev); nothing in the configuration can. */
export function setSentCodes(make: MakeCode): () => void {
  const before = holder.make;
  holder.make = make;
  return () => {
    holder.make = before;
  };
}
