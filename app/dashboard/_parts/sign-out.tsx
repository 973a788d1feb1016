import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { quietButton } from "@/app/dashboard/_parts/parts";
import { readPlatform } from "@/lib/administrators/platform-store";
import { config } from "@/lib/config/config";

/** Drops the dashboard's cookie and goes on to end the session at the issuer, which is what signing out means. */
async function signOut() {
  "use server";
  const jar = await cookies();
  for (const { name } of jar.getAll())
    if (name.includes("next-auth.session-token")) jar.delete({ name, path: "/" });
  const platform = await readPlatform();
  const { baseUrl } = config();
  const query = new URLSearchParams({
    client_id: platform?.dashboardClientId ?? "",
    post_logout_redirect_uri: `${baseUrl}/dashboard/sign-in`,
  });
  redirect(`/oauth/logout?${query}`);
}

export function SignOut() {
  return (
    <form action={signOut}>
      <button type="submit" className={`${quietButton} whitespace-nowrap`}>
        Sign out
      </button>
    </form>
  );
}
