import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Page of a link that sets up an account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("onboarding");
