/** A person as a source identifies them: a subject of its issuer. */
export interface ExternalPrincipal {
  id: string;
  sourceId: string;
  subject: string;
  /** Known claims of the person. An exchanged token updates those that the source's mapping names. */
  claims: Record<string, unknown>;
  /** The user who has the live claim on the principal. */
  claimedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns a principal's claims, updated by those of a token: an attribute whose claim is absent is
 *  unchanged.
 *  @param mapping the source's: attribute -> claim */
export function claimsWithToken(
  known: Record<string, unknown>,
  mapping: Record<string, string>,
  token: Record<string, unknown>,
): Record<string, unknown> {
  const brought = Object.entries(mapping).flatMap(([attribute, claim]) =>
    Object.hasOwn(token, claim) ? [[attribute, token[claim]] as const] : [],
  );
  return { ...known, ...Object.fromEntries(brought) };
}
