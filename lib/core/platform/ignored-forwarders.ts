/** Returns the sentence that names peers whose X-Forwarded-For is ignored. */
export function ignoredForwarders(addresses: readonly string[]): string {
  return `X-Forwarded-For of ${addresses.join(", ")} is ignored, so everybody behind shares one network's limits: not in ATRIUM_TRUSTED_PROXIES`;
}
