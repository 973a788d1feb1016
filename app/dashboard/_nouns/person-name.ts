/** What a sentence calls a user: by name, or by address where there is none. */
export function personName({ displayName, email }: { displayName: string | null; email: string }) {
  return displayName || email;
}
