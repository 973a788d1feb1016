import { linkRoute } from "@/app/(hosted)/_link/link-route";

/** Where somebody arrives who was invited. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoute("invitation");
