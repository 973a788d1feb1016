import { newCode } from "@/lib/kernel/crypto/secrets";
import { singleton } from "@/lib/kernel/process/singleton";

type MakeCode = (emailKey: string, digits: number) => string;

const holder = singleton<{ make: MakeCode }>("sent-codes", () => ({
  make: (_, digits) => newCode(digits),
}));

/** Returns a code for a message to an address: random digits. */
export function newSentCode(emailKey: string, digits: number): string {
  return holder.make(emailKey, digits);
}

/** Replaces the way codes are made and returns a function that restores the previous one. For tests, and
 *  for a service that is a test's dependency (tools/dev); no configuration can do this. */
export function setSentCodes(make: MakeCode): () => void {
  const before = holder.make;
  holder.make = make;
  return () => {
    holder.make = before;
  };
}
