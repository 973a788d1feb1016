/** Runs once when the server starts, before it takes requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { fetchNoPages } = await import("@/lib/http/no-page-fetch");
    const { notePeerAddresses } = await import("@/lib/http/peer-address");
    const { refuseUnroutable } = await import("@/lib/http/refuse-unroutable");
    fetchNoPages();
    notePeerAddresses();
    refuseUnroutable();
  }
}
