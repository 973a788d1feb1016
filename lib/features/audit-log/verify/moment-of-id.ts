/** Time of an id's creation, which it begins with (RFC 9562 §5.7); null for an id of another form. */
export function momentOfId(id: string | undefined): Date | null {
  const digits = id?.replaceAll("-", "").slice(0, 12);
  return digits && /^[0-9a-f]{12}$/.test(digits) ? new Date(Number.parseInt(digits, 16)) : null;
}
