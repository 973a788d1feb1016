import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Where a link leads that sets a first or a new password. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("setPassword");
