/** Somebody as a source knows them: an issuer's subject. */
export interface ExternalPrincipal {
  id: string;
  sourceId: string;
  subject: string;
  /** What is known of them. A token that is exchanged brings what the source's mapping names up to date. */
  claims: Record<string, unknown>;
  /** The user who has the live claim on them. */
  claimedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A principal's claims with those that a token brings: an attribute whose claim is absent stays as it was.
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
