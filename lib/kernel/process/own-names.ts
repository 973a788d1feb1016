const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Host header is a name of this machine. A website whose name was pointed here (DNS rebinding)
 *  sends its own.
 *  @param more further names */
export function isOwnName(host: string | null | undefined, ...more: string[]): boolean {
  const url = `http://${host ?? ""}`;
  return URL.canParse(url) && [...LOOPBACK, ...more].includes(new URL(url).hostname);
}
