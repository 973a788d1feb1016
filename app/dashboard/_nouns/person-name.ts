/** Name of a user in a sentence, or the address where there is none. */
export function personName({ displayName, email }: { displayName: string | null; email: string }) {
  return displayName || email;
}
