/** When an id was made, which begins with the time (RFC 9562 §5.7); null for what is no such id. */
export function momentOfId(id: string | undefined): Date | null {
  const digits = id?.replaceAll("-", "").slice(0, 12);
  return digits && /^[0-9a-f]{12}$/.test(digits) ? new Date(Number.parseInt(digits, 16)) : null;
}
