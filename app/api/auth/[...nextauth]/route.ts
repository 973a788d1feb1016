import NextAuth from "next-auth";
import { dashboardSignIn } from "@/lib/administrators/sign-in";

type AuthContext = { params: Promise<{ nextauth: string[] }> };

/** The dashboard's own sign-in: next-auth as a relying party of our issuer. It is no part of the API. */
async function handler(request: Request, context: AuthContext): Promise<Response> {
  const handle: (request: Request, context: AuthContext) => Promise<Response> = NextAuth(
    await dashboardSignIn(),
  );
  return handle(request, context);
}

export { handler as GET, handler as POST };
