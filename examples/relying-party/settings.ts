/** Settings of the example, from its environment. */
export interface Settings {
  issuer: URL;
  clientId: string;
  /** Undefined for a public client, which has its PKCE verifier only. */
  clientSecret: string | undefined;
  port: number;
  /** Public address of the example. */
  origin: string;
}

/** @throws Error that names the missing setting */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const { ISSUER = "http://localhost:3000", CLIENT_ID, CLIENT_SECRET, PORT = "4000" } = env;
  if (!CLIENT_ID) throw new Error("Set CLIENT_ID (and CLIENT_SECRET): see README.md");
  return {
    issuer: new URL(ISSUER),
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET || undefined,
    port: Number(PORT),
    origin: env.ORIGIN ?? `http://localhost:${PORT}`,
  };
}
