import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Page of a link that sets a first or a new password. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("setPassword");
