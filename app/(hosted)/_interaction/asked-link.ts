import { cookies } from "next/headers";
import { z } from "zod";
import { config } from "@/lib/config/config";
import { seal, unseal } from "@/lib/crypto/seal";

const askedSchema = z.object({ interaction: z.string(), email: z.string() });

/** The address for which this browser asked for a link, and the sign-in during which it did, if any. */
export type AskedLink = z.infer<typeof askedSchema>;

function cookie() {
  return {
    name: "atrium_asked",
    httpOnly: true,
    sameSite: "lax",
    secure: config().baseUrl.startsWith("https://"),
    path: "/",
  } as const;
}

/** Remembers in this browser for whom a link was asked: the next page says so, and the sign-in goes on when
 *  the link is used here. It is the same for every address, whether it has an account or not. */
export async function keepAsked(asked: AskedLink): Promise<void> {
  // Sealed: who reads this browser's storage later does not learn who was here.
  const value = seal("asked-link", "browser", asked).toString("base64url");
  (await cookies()).set({ ...cookie(), value, maxAge: 60 * 60 });
}

/** What this browser remembers of it, or null. */
export async function readAsked(): Promise<AskedLink | null> {
  const value = (await cookies()).get(cookie().name)?.value;
  if (!value) return null;
  try {
    return askedSchema.parse(unseal("asked-link", "browser", Buffer.from(value, "base64url")));
  } catch {
    // Altered, or sealed under a master key that is no longer ours: as good as none.
    return null;
  }
}
