/** What the address of a sign-in's page tells. The relying party is there for when the interaction is over:
 *  nothing else then says where to begin again. */
export interface SignInAddress {
  interaction: string;
  client: string;
}

/** The address of a page of this sign-in. */
export function pageOfSignIn(
  page: "/login" | "/login/code" | "/consent" | "/forgot-password",
  { interaction, client }: SignInAddress,
): string {
  return `${page}?${new URLSearchParams({ interaction, ...(client ? { client } : {}) })}`;
}
