import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Where somebody arrives whose account is being set up. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("onboarding");
