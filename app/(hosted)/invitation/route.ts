import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Page of a link in an invitation. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("invitation");
